import { compressions, fieldTypes, tags } from '../../tiff/tags.ts'
import { entryPosition } from '../../tiff/test-support/make-tiff.ts'
import type { Spoil } from './spoil.ts'

interface Field {
  readonly type?: number
  readonly count?: number
  /** What stands in the entry: the value where it is small, else where it lies. */
  readonly value?: number
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function layoutOf(bytes: Uint8Array) {
  const view = viewOf(bytes)
  const little = bytes[0] === 0x49
  const big = view.getUint16(2, little) === 43
  const get = (at: number) => (big ? Number(view.getBigUint64(at, little)) : view.getUint32(at, little))
  const set = (at: number, value: number) =>
    big ? view.setBigUint64(at, BigInt(value), little) : view.setUint32(at, value, little)
  return { view, little, big, get, set, firstPointer: big ? 8 : 4 }
}

/** Of the file's first page. */
export const field =
  (tag: number, { type, count, value }: Field): Spoil =>
  (bytes) => {
    const { view, little, big, get, set } = layoutOf(bytes)
    const at = entryPosition(bytes, tag)
    const inEntry = get(at + 4) <= (big ? 4 : 2)
    const small = inEntry && (type ?? view.getUint16(at + 2, little)) === fieldTypes.short
    if (type !== undefined) view.setUint16(at + 2, type, little)
    if (count !== undefined) set(at + 4, count)
    if (value === undefined) return undefined
    if (small) view.setUint16(at + (big ? 12 : 8), value, little)
    else set(at + (big ? 12 : 8), value)
    return undefined
  }

/** The tag becomes one that nothing knows. */
export const without =
  (...all: number[]): Spoil =>
  (bytes) => {
    const { view, little } = layoutOf(bytes)
    for (const tag of all) view.setUint16(entryPosition(bytes, tag), 60_000 + (tag % 5000), little)
    return undefined
  }

export const firstDirectory =
  (offset: number): Spoil =>
  (bytes) => {
    const { set, firstPointer } = layoutOf(bytes)
    set(firstPointer, offset)
    return undefined
  }

/** The number of entries of the first directory. */
export const entries =
  (count: number): Spoil =>
  (bytes) => {
    const { view, little, big, get, set, firstPointer } = layoutOf(bytes)
    const at = get(firstPointer)
    if (big) set(at, count)
    else view.setUint16(at, count, little)
    return undefined
  }

/** The first directory is followed by itself. */
export const circle: Spoil = (bytes) => {
  const { view, little, big, get, set, firstPointer } = layoutOf(bytes)
  const at = get(firstPointer)
  const count = big ? get(at) : view.getUint16(at, little)
  set(at + (big ? 8 : 2) + count * (big ? 20 : 12), at)
  return undefined
}

/** Offset and length of the first tile or strip, and where they stand. */
function firstBlock(bytes: Uint8Array): {
  offset: number
  length: number
  offsetAt: number
  lengthAt: number
} {
  const { big, get } = layoutOf(bytes)
  const tiled = hasTag(bytes, tags.tileOffsets)
  const place = (tag: number) => {
    const at = entryPosition(bytes, tag)
    const value = at + (big ? 12 : 8)
    return get(at + 4) > 1 ? get(value) : value
  }
  const offsetAt = place(tiled ? tags.tileOffsets : tags.stripOffsets)
  const lengthAt = place(tiled ? tags.tileByteCounts : tags.stripByteCounts)
  return { offset: get(offsetAt), length: get(lengthAt), offsetAt, lengthAt }
}

function hasTag(bytes: Uint8Array, tag: number): boolean {
  try {
    return entryPosition(bytes, tag) > 0
  } catch {
    return false
  }
}

/** Where the first block lies and how long it is. */
export const block =
  ({ offset, length }: { offset?: number; length?: number }): Spoil =>
  (bytes) => {
    const { set } = layoutOf(bytes)
    const { offsetAt, lengthAt } = firstBlock(bytes)
    if (offset !== undefined) set(offsetAt, offset)
    if (length !== undefined) set(lengthAt, length)
    return undefined
  }

/** The first block is other bytes, at the end of the file. */
export const blockOf =
  (content: Uint8Array | ((stored: Uint8Array) => Uint8Array)): Spoil =>
  (bytes) => {
    const { offset, length } = firstBlock(bytes)
    const stored = bytes.slice(offset, offset + length)
    const replaced = typeof content === 'function' ? content(stored) : content
    const result = new Uint8Array(Buffer.concat([bytes, replaced]))
    block({ offset: bytes.length, length: replaced.length })(result)
    return result
  }

/** The first page's ImageDescription is another. */
export const described =
  (change: (text: string) => string): Spoil =>
  (bytes) => {
    const { get, big } = layoutOf(bytes)
    const at = entryPosition(bytes, tags.imageDescription)
    const from = get(at + (big ? 12 : 8))
    const text = Buffer.from(bytes.subarray(from, from + get(at + 4) - 1)).toString()
    const changed = Buffer.from(`${change(text)}\0`)
    const result = new Uint8Array(Buffer.concat([bytes, changed]))
    field(tags.imageDescription, { count: changed.length, value: bytes.length })(result)
    return result
  }

export const compression = (code: number): Spoil => field(tags.compression, { value: code })

export const jbig: Spoil = compression(compressions.jbig)

/** The first of the first page's sub-directories is that page itself. */
export const levelsLeadBack: Spoil = (bytes) => {
  const { big, get, set, firstPointer } = layoutOf(bytes)
  const at = entryPosition(bytes, tags.subIfds)
  const value = at + (big ? 12 : 8)
  set(get(at + 4) > 1 ? get(value) : value, get(firstPointer))
  return undefined
}
