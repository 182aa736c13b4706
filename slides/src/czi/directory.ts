import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { Source } from '../source/source.ts'
import { int64, readSegmentStart, viewOf } from './segments.ts'

/** Where a block has no such dimension. */
export const absent = -0x8000_0000

/** The subblocks of a file, a column each property: there may be millions. */
export interface SubblockTable {
  readonly count: number
  /** The area it covers, in pixels of full resolution. */
  readonly x: Int32Array
  readonly y: Int32Array
  readonly width: Int32Array
  readonly height: Int32Array
  /** Pixels it stores. */
  readonly storedWidth: Int32Array
  readonly storedHeight: Int32Array
  /** 0 where absent. */
  readonly channel: Int32Array
  readonly z: Int32Array
  readonly t: Int32Array
  /** `absent` where absent. */
  readonly scene: Int32Array
  /** The higher one lies on top; `absent`, and so lowest, where absent. */
  readonly mosaic: Int32Array
  readonly pixelType: Int32Array
  readonly compression: Int32Array
  /** Byte of the file where its segment begins. */
  readonly position: Float64Array
}

const structure = 'CZI subblock directory'
const entriesOffset = 160
const entryBytes = 32
export const dimensionBytes = 20
/** Far more than the longest entry; few have more dimensions than the usual. */
const windowBytes = 1024 * 1024
const usualDimensions = 10

export async function readDirectory(
  source: Source,
  position: number,
  signal?: AbortSignal,
): Promise<SubblockTable> {
  const start = await readSegmentStart(source, position, 'ZISRAWDIRECTORY', entriesOffset, structure, signal)
  const count = checkedCount(viewOf(start).getInt32(32, true), source.size - position - entriesOffset)
  const table = newTable(count)
  const others: OtherDimensions = new Map()
  let cursor = position + entriesOffset
  let windowStart = cursor
  let view: DataView = new DataView(new ArrayBuffer(0))
  for (let index = 0; index < count; index += 1) {
    let length = entryBytes
    // Once for the fixed part, once more for the dimensions that it announces.
    for (;;) {
      if (cursor + length > windowStart + view.byteLength) {
        windowStart = cursor
        view = viewOf(await readWindow(source, cursor, length, count - index, signal))
      }
      if (length > entryBytes) break
      length += dimensionBytes * checkedDimensions(view, cursor - windowStart, index)
    }
    readEntry(table, index, view, cursor - windowStart, (length - entryBytes) / dimensionBytes, others)
    checkEntry(table, index, source.size)
    cursor += length
  }
  return table
}

function checkedCount(count: number, bytesLeft: number): number {
  if (count < 1) throw new SlideError('malformed', structure, `has ${count} entries`)
  if (count > limits.cziEntries) {
    throw new SlideError('too_large', structure, `has ${count} entries, more than ${limits.cziEntries}`)
  }
  // Each has two dimensions at least.
  if (count * (entryBytes + 2 * dimensionBytes) > bytesLeft) {
    throw new SlideError('truncated', structure, `has ${count} entries, but the file ends before the last`)
  }
  return count
}

function readWindow(
  source: Source,
  cursor: number,
  needed: number,
  entriesLeft: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  if (cursor + needed > source.size) {
    throw new SlideError('truncated', structure, 'has more entries than the file has bytes for')
  }
  const likely = entriesLeft * (entryBytes + usualDimensions * dimensionBytes)
  const ahead = Math.min(Math.max(needed, likely), windowBytes, source.size - cursor)
  return source.read(cursor, ahead, signal)
}

function checkedDimensions(view: DataView, at: number, index: number): number {
  const schema = String.fromCharCode(view.getUint8(at), view.getUint8(at + 1))
  if (schema !== 'DV') throw malformed(index, `is of the kind "${printable(schema)}" instead of "DV"`)
  const dimensions = view.getInt32(at + 28, true)
  if (dimensions < 2) throw malformed(index, `has ${dimensions} dimensions`)
  if (dimensions > limits.cziDimensions) {
    const reason = `has ${dimensions} dimensions, more than ${limits.cziDimensions}`
    throw new SlideError('too_large', entryName(index), reason)
  }
  return dimensions
}

/** Dimensions that are not offered, by name, with the one value they may have. */
type OtherDimensions = Map<string, number>

function readEntry(
  table: SubblockTable,
  index: number,
  view: DataView,
  at: number,
  dimensions: number,
  others: OtherDimensions,
): void {
  table.pixelType[index] = view.getInt32(at + 2, true)
  table.position[index] = int64(view, at + 6)
  const part = view.getInt32(at + 14, true)
  if (part !== 0) {
    const reason = `lies in part ${part} of a file in several parts, which is not read; save it as one file`
    throw new SlideError('unsupported', entryName(index), reason)
  }
  table.compression[index] = view.getInt32(at + 18, true)
  for (let number = 0; number < dimensions; number += 1) {
    const offset = at + entryBytes + number * dimensionBytes
    const name = dimensionName(view, offset)
    const start = view.getInt32(offset + 4, true)
    const size = view.getInt32(offset + 8, true)
    if (name === 'X') {
      table.x[index] = start
      table.width[index] = size
      table.storedWidth[index] = view.getInt32(offset + 16, true)
    } else if (name === 'Y') {
      table.y[index] = start
      table.height[index] = size
      table.storedHeight[index] = view.getInt32(offset + 16, true)
    } else if (size > 1) {
      throw new SlideError(
        'unsupported',
        entryName(index),
        `holds ${size} planes of dimension ${printable(name)} in one`,
      )
    } else if (name === 'C') table.channel[index] = start
    else if (name === 'Z') table.z[index] = start
    else if (name === 'T') table.t[index] = start
    else if (name === 'S') table.scene[index] = start
    else if (name === 'M') table.mosaic[index] = start
    else checkOther(others, name, start, index)
  }
}

function dimensionName(view: DataView, offset: number): string {
  const first = view.getUint8(offset)
  // All but a few hostile ones have one letter.
  if (view.getUint8(offset + 1) === 0) return String.fromCharCode(first)
  return printable(String.fromCharCode(first, view.getUint8(offset + 1), view.getUint8(offset + 2)))
}

/** Phases, views, rotations and the like: showing one on top of the other would be wrong. */
function checkOther(others: OtherDimensions, name: string, start: number, index: number): void {
  const value = others.get(name)
  if (value === undefined) others.set(name, start)
  else if (value !== start) {
    const reason = `has several images along dimension ${printable(name)}, which is not read`
    throw new SlideError('unsupported', entryName(index), reason)
  }
}

function checkEntry(table: SubblockTable, index: number, fileSize: number): void {
  const width = table.width[index] as number
  const height = table.height[index] as number
  const storedWidth = table.storedWidth[index] as number
  const storedHeight = table.storedHeight[index] as number
  const position = table.position[index] as number
  if (width < 1 || height < 1) throw malformed(index, `covers ${width} × ${height} pixels`)
  if (storedWidth < 1 || storedHeight < 1) {
    throw malformed(index, `stores ${storedWidth} × ${storedHeight} pixels`)
  }
  if (storedWidth > width || storedHeight > height) {
    const reason = `stores ${storedWidth} × ${storedHeight} pixels for ${width} × ${height}, which is not read`
    throw new SlideError('unsupported', entryName(index), reason)
  }
  if (position < 0) throw malformed(index, `names a subblock at byte ${position}`)
  if (position >= fileSize) {
    const reason = `names a subblock at byte ${position} of a file of ${fileSize} bytes`
    throw new SlideError('truncated', entryName(index), reason)
  }
}

function newTable(count: number): SubblockTable {
  const column = () => new Int32Array(count)
  return {
    count,
    x: column(),
    y: column(),
    width: column(),
    height: column(),
    storedWidth: column(),
    storedHeight: column(),
    channel: column(),
    z: column(),
    t: column(),
    scene: column().fill(absent),
    mosaic: column().fill(absent),
    pixelType: column(),
    compression: column(),
    position: new Float64Array(count),
  }
}

const entryName = (index: number): string => `CZI subblock directory entry ${index}`
const malformed = (index: number, reason: string): SlideError =>
  new SlideError('malformed', entryName(index), reason)
const printable = (text: string): string => text.replace(/[^\x21-\x7e]/g, '?')
