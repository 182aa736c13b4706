import { alignment, type OutputFile } from './output-file.ts'

/** A value of a directory. Numbers that are many come from a function, so that they are never all in memory. */
export type DirectoryValue =
  | { readonly type: 'ascii'; readonly text: string }
  | { readonly type: 'undefined'; readonly bytes: Uint8Array }
  | { readonly type: NumberType; readonly values: readonly number[] }
  | { readonly type: NumberType; readonly count: number; readonly at: (index: number) => number }
  | { readonly type: 'rational'; readonly fractions: readonly Fraction[] }

interface Fraction {
  readonly numerator: number
  readonly denominator: number
}

type NumberType = 'short' | 'long' | 'long8' | 'ifd8'

export type DirectoryEntries = ReadonlyMap<number, DirectoryValue>

const types = {
  ascii: { code: 2, size: 1 },
  short: { code: 3, size: 2 },
  long: { code: 4, size: 4 },
  rational: { code: 5, size: 8 },
  undefined: { code: 7, size: 1 },
  long8: { code: 16, size: 8 },
  ifd8: { code: 18, size: 8 },
} as const

const entryBytes = 20
const inlineBytes = 8
/** Numbers written at once; with any of the types a multiple of the alignment, so that no gap comes between. */
const pieceNumbers = 8192 * alignment

/** Writes a BigTIFF directory after all its values and resolves to its position; `next` is that of the next one. */
export async function writeDirectory(
  file: OutputFile,
  entries: DirectoryEntries,
  next: number,
): Promise<number> {
  const tags = [...entries.keys()].sort((a, b) => a - b)
  const directory = Buffer.alloc(8 + tags.length * entryBytes + 8)
  directory.writeBigUInt64LE(BigInt(tags.length), 0)
  for (const [index, tag] of tags.entries()) {
    const value = entries.get(tag) as DirectoryValue
    const at = 8 + index * entryBytes
    const { code, size } = types[value.type]
    const count = countOf(value)
    directory.writeUInt16LE(tag, at)
    directory.writeUInt16LE(code, at + 2)
    directory.writeBigUInt64LE(BigInt(count), at + 4)
    if (count * size <= inlineBytes) serialise(value, 0, count).copy(directory, at + 12)
    else directory.writeBigUInt64LE(BigInt(await writeValue(file, value, count)), at + 12)
  }
  directory.writeBigUInt64LE(BigInt(next), directory.length - 8)
  return file.append(directory)
}

async function writeValue(file: OutputFile, value: DirectoryValue, count: number): Promise<number> {
  const first = await file.append(serialise(value, 0, Math.min(count, pieceNumbers)))
  for (let from = pieceNumbers; from < count; from += pieceNumbers) {
    await file.append(serialise(value, from, Math.min(count, from + pieceNumbers)))
  }
  return first
}

function countOf(value: DirectoryValue): number {
  if ('text' in value) return Buffer.byteLength(value.text) + 1
  if ('bytes' in value) return value.bytes.length
  if ('values' in value) return value.values.length
  return 'fractions' in value ? value.fractions.length : value.count
}

/** Elements `from` up to `end` of a value. */
function serialise(value: DirectoryValue, from: number, end: number): Buffer {
  if ('text' in value) return Buffer.from(`${value.text}\0`).subarray(from, end)
  if ('bytes' in value) return Buffer.from(value.bytes.subarray(from, end))
  if ('fractions' in value) {
    const parts = value.fractions.slice(from, end).flatMap((part) => [part.numerator, part.denominator])
    return serialise({ type: 'long', values: parts }, 0, parts.length)
  }
  const { size } = types[value.type]
  const bytes = Buffer.alloc((end - from) * size)
  for (let i = from; i < end; i++) {
    const number = ('values' in value ? value.values[i] : value.at(i)) as number
    const at = (i - from) * size
    if (size === 2) bytes.writeUInt16LE(number, at)
    else bytes.writeUInt32LE(number % 2 ** 32, at)
    if (size === 8) bytes.writeUInt32LE(Math.floor(number / 2 ** 32), at + 4)
  }
  return bytes
}
