import type { Source } from '../source/source.ts'

/** A file that an archive holds. */
export interface ArchiveEntry {
  readonly name: string
  /** Bytes of it as it was. */
  readonly size: number
  /** Finds out where it lies, if it lies there as it was, neither compressed nor encrypted; undefined where it can't. */
  readonly locate?: ((signal?: AbortSignal) => Promise<number | undefined>) | undefined
}

/** More are not listed; finding out what is in an archive must not take long. */
const mostEntries = 10_000

/** The entries of a ZIP or tar archive as far as they can be read; undefined of anything else. */
export async function archiveEntries(
  source: Source,
  head: Uint8Array,
  signal?: AbortSignal,
): Promise<ArchiveEntry[] | undefined> {
  if (textOf(head.subarray(0, 4)).startsWith('PK\x03\x04')) return zipEntries(source, signal)
  if (textOf(head.subarray(257, 262)) === 'ustar') return tarEntries(source, signal)
  return undefined
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The end record and the longest comment behind it. */
const endBytes = 22 + 65_535
const mostDirectoryBytes = 4 * 1024 * 1024

/** By the directory at the end of the archive; those of more than 4 GB keep its place in a record of their own. */
async function zipEntries(source: Source, signal?: AbortSignal): Promise<ArchiveEntry[]> {
  const tailStart = Math.max(0, source.size - endBytes)
  const tail = Buffer.from(await source.read(tailStart, source.size - tailStart, signal))
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0 || end + 22 > tail.length) return []
  let start = tail.readUInt32LE(end + 16)
  let length = tail.readUInt32LE(end + 12)
  const large = end >= 20 && tail.toString('latin1', end - 20, end - 16) === 'PK\x06\x07'
  if (large && (start === 0xffffffff || length === 0xffffffff)) {
    const place = Number(tail.readBigUInt64LE(end - 12))
    if (!isWithin(source, place, 56)) return []
    const record = viewOf(await source.read(place, 56, signal))
    length = Number(record.getBigUint64(40, true))
    start = Number(record.getBigUint64(48, true))
  }
  length = Math.min(length, mostDirectoryBytes)
  if (!isWithin(source, start, length)) return []
  const directory = Buffer.from(await source.read(start, length, signal))
  const entries: ArchiveEntry[] = []
  for (let at = 0; at + 46 <= directory.length && entries.length < mostEntries; ) {
    if (directory.toString('latin1', at, at + 4) !== 'PK\x01\x02') break
    const [nameLength, extraLength] = [directory.readUInt16LE(at + 28), directory.readUInt16LE(at + 30)]
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength)
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength)
    const { size, header } = sizesOf(directory, at, extra)
    const asItWas = directory.readUInt16LE(at + 10) === 0 && (directory.readUInt16LE(at + 8) & 1) === 0
    const locate = asItWas ? (signal?: AbortSignal) => dataOffset(source, header, size, signal) : undefined
    if (!name.endsWith('/')) entries.push({ name, size, locate })
    at += 46 + nameLength + extraLength + directory.readUInt16LE(at + 32)
  }
  return entries
}

/** Those that don't fit into 32 bits are in an extra field, in this order. */
function sizesOf(directory: Buffer, at: number, extra: Buffer): { size: number; header: number } {
  const stored = directory.readUInt32LE(at + 20)
  let size = directory.readUInt32LE(at + 24)
  let header = directory.readUInt32LE(at + 42)
  for (let field = 0; field + 4 <= extra.length; field += 4 + extra.readUInt16LE(field + 2)) {
    if (extra.readUInt16LE(field) !== 1) continue
    let next = field + 4
    const long = (short: number): number => {
      if (short !== 0xffffffff || next + 8 > extra.length) return short
      next += 8
      return Number(extra.readBigUInt64LE(next - 8))
    }
    size = long(size)
    long(stored)
    header = long(header)
  }
  return { size, header }
}

async function dataOffset(
  source: Source,
  header: number,
  size: number,
  signal?: AbortSignal,
): Promise<number | undefined> {
  if (!isWithin(source, header, 30)) return undefined
  const local = viewOf(await source.read(header, 30, signal))
  const offset = header + 30 + local.getUint16(26, true) + local.getUint16(28, true)
  return isWithin(source, offset, size) ? offset : undefined
}

const tarBlock = 512
/** Each is read by itself. */
const mostHeaders = 1000

async function tarEntries(source: Source, signal?: AbortSignal): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = []
  let at = 0
  for (let headers = 0; headers < mostHeaders && isWithin(source, at, tarBlock); headers++) {
    const header = await source.read(at, tarBlock, signal)
    const field = (start: number, length: number) =>
      textOf(header.subarray(start, start + length)).split('\0', 1)[0] ?? ''
    if (field(257, 5) !== 'ustar') break
    const size = tarNumber(header.subarray(124, 136))
    const [prefix, name] = [field(345, 155), field(0, 100)]
    const offset = at + tarBlock
    if (!Number.isSafeInteger(size) || size < 0) break
    // '0' and NUL are files; others are folders, links and notes on the next entry.
    if ((field(156, 1) || '0') === '0') {
      entries.push({
        name: prefix ? `${prefix}/${name}` : name,
        size,
        locate: async () => (isWithin(source, offset, size) ? offset : undefined),
      })
    }
    at = offset + Math.ceil(size / tarBlock) * tarBlock
  }
  return entries
}

/** Octal digits, or bytes of one number where the first bit is set. */
function tarNumber(field: Uint8Array): number {
  if (((field[0] ?? 0) & 0x80) === 0)
    return Number.parseInt(
      textOf(field)
        .replace(/[\0 ]+$/, '')
        .trim() || '0',
      8,
    )
  return field.subarray(1).reduce((value, byte) => value * 256 + byte, 0)
}

const isWithin = (source: Source, offset: number, length: number): boolean =>
  Number.isSafeInteger(offset) &&
  Number.isSafeInteger(length) &&
  offset >= 0 &&
  offset + length <= source.size
