import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import { readNumbers } from '../tiff/field-values.ts'
import { fieldSize } from '../tiff/tags.ts'
import type { TiffFile } from '../tiff/tiff.ts'

/** An entry of a directory as it stands in the file. */
export interface RawEntry {
  readonly tag: number
  readonly type: number
  readonly count: number
  /** Bytes of the value. */
  readonly length: number
  /** The value, where it stands in the entry itself. */
  readonly inline?: Uint8Array
  /** Where it lies in the file; of no meaning where it is inline. */
  readonly offset: number
}

export interface RawDirectory {
  readonly offset: number
  /** Behind the pointer to the next directory. */
  readonly end: number
  /** Of a tag that comes again only the first, as readers have it; without those that point beyond the file. */
  readonly entries: readonly RawEntry[]
}

type Container = Pick<TiffFile, 'source' | 'big' | 'bigEndian'>

const sizesOf = (big: boolean) =>
  big ? { counter: 8, entry: 20, pointer: 8, value: 12 } : { counter: 2, entry: 12, pointer: 4, value: 8 }

export async function readRawDirectory(
  { source, big, bigEndian }: Container,
  offset: number,
  signal?: AbortSignal,
): Promise<RawDirectory> {
  const sizes = sizesOf(big)
  const little = !bigEndian
  const pointer = (view: DataView, at: number) =>
    big ? Number(view.getBigUint64(at, little)) : view.getUint32(at, little)
  const counter = viewOf(await source.read(offset, sizes.counter, signal))
  const count = big ? pointer(counter, 0) : counter.getUint16(0, little)
  if (count > limits.directoryEntries) {
    throw new SlideError('too_large', `directory at ${offset}`, `has ${count} entries`)
  }
  const table = await source.read(offset + sizes.counter, count * sizes.entry + sizes.pointer, signal)
  const view = viewOf(table)
  const entries = new Map<number, RawEntry>()
  for (let at = 0; at < count * sizes.entry; at += sizes.entry) {
    const tag = view.getUint16(at, little)
    const type = view.getUint16(at + 2, little)
    const values = pointer(view, at + 4)
    const length = values * (fieldSize(type) ?? Number.NaN)
    if (entries.has(tag) || Number.isNaN(length)) continue
    const place = at + sizes.value
    if (length <= sizes.pointer) {
      const inline = table.slice(place, place + length)
      entries.set(tag, { tag, type, count: values, length, inline, offset: 0 })
    } else {
      const offset = pointer(view, place)
      if (offset + length <= source.size) entries.set(tag, { tag, type, count: values, length, offset })
    }
  }
  const end = offset + sizes.counter + table.length
  return { offset, end, entries: [...entries.values()] }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Bytes of a value, which must not be a list of offsets that could be long. */
export async function readValue(
  { source }: Container,
  entry: RawEntry,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  if (entry.inline) return entry.inline
  if (entry.length > limits.valueBytes) {
    throw new SlideError('too_large', `tag ${entry.tag}`, `has ${entry.length} bytes`)
  }
  return source.read(entry.offset, entry.length, signal)
}

const numbersAtOnce = 32_768

/** Numbers `first` to `first + numbersAtOnce` of a list, fewer at its end. */
export async function readNumbersFrom(
  { source, bigEndian }: Container,
  entry: RawEntry,
  first: number,
  signal?: AbortSignal,
): Promise<Float64Array> {
  const count = Math.max(0, Math.min(numbersAtOnce, entry.count - first))
  const size = fieldSize(entry.type) ?? 1
  const bytes = entry.inline
    ? entry.inline.subarray(first * size)
    : await source.read(entry.offset + first * size, count * size, signal)
  return readNumbers(bytes, entry.type, count, bigEndian)
}

/** An entry to write: a value that fits stands in it, others lie where `offset` says. */
export interface NewEntry {
  readonly tag: number
  readonly type: number
  readonly count: number
  readonly value: Uint8Array | { readonly offset: number }
}

export const tableBytes = (entries: number, big: boolean): number => {
  const { counter, entry, pointer } = sizesOf(big)
  return counter + entries * entry + pointer
}

/** What may stand in an entry itself. */
export const inlineBytes = (big: boolean): number => sizesOf(big).pointer

export function writeTable(
  entries: readonly NewEntry[],
  next: number,
  { big, bigEndian }: Pick<Container, 'big' | 'bigEndian'>,
): Uint8Array {
  const sizes = sizesOf(big)
  const bytes = new Uint8Array(tableBytes(entries.length, big))
  const view = viewOf(bytes)
  const little = !bigEndian
  const pointer = (at: number, value: number) =>
    big ? view.setBigUint64(at, BigInt(value), little) : view.setUint32(at, value, little)
  if (big) pointer(0, entries.length)
  else view.setUint16(0, entries.length, little)
  for (const [index, { tag, type, count, value }] of entries.toSorted((a, b) => a.tag - b.tag).entries()) {
    const at = sizes.counter + index * sizes.entry
    view.setUint16(at, tag, little)
    view.setUint16(at + 2, type, little)
    pointer(at + 4, count)
    if (value instanceof Uint8Array) bytes.set(value, at + sizes.value)
    else pointer(at + sizes.value, value.offset)
  }
  pointer(bytes.length - sizes.pointer, next)
  return bytes
}

/** A list of offsets in the byte order and width of the file. */
export function writePointers(
  offsets: readonly number[],
  { big, bigEndian }: Pick<Container, 'big' | 'bigEndian'>,
): Uint8Array {
  const bytes = new Uint8Array(offsets.length * inlineBytes(big))
  const view = viewOf(bytes)
  for (const [index, offset] of offsets.entries()) {
    if (big) view.setBigUint64(index * 8, BigInt(offset), !bigEndian)
    else view.setUint32(index * 4, offset, !bigEndian)
  }
  return bytes
}
