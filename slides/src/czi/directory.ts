import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { Source } from '../source/source.ts'
import { absent, type CziChoice, choiceNames, groupByChoice } from './choices.ts'
import { int64, readSegmentStart, segmentHeaderBytes, segmentId, viewOf } from './segments.ts'

/** The subblocks of a file, a column each property: there may be millions. */
export interface SubblockTable {
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
  /** Byte of the file where the last entry ends. */
  readonly end: number
  /** Blocks that are looked at together: those of one phase, one view and the like. */
  readonly choices: readonly CziChoice[]
  /** For people: what of the file is left out, and why. */
  readonly warnings: readonly SlideError[]
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
  if (position === 0) {
    throw new SlideError('malformed', 'CZI header', 'names no subblock directory; the file was not finished')
  }
  const start = await readSegmentStart(source, position, 'ZISRAWDIRECTORY', entriesOffset, structure, signal)
  const count = checkedCount(viewOf(start).getInt32(32, true), source.size - position - entriesOffset)
  const table = newTable(count)
  const others: OtherDimensions = { columns: new Map(), values: new Map() }
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
  return { ...table, ...groupByChoice(others.columns, Int32Array.from(table.x.keys())), end: cursor }
}

/**
 * The blocks that are found by walking through the file from segment to segment, for one whose directory is damaged or
 * missing; undefined where there are none.
 */
export async function recoverDirectory(
  source: Source,
  signal?: AbortSignal,
): Promise<SubblockTable | undefined> {
  const positions = await findSubblocks(source, signal)
  const table = newTable(positions.length)
  const others: OtherDimensions = { columns: new Map(), values: new Map() }
  const whole: number[] = []
  for (const [index, position] of positions.entries()) {
    try {
      const at = segmentHeaderBytes + 16
      const fixed = viewOf(await source.read(position, at + entryBytes, signal))
      const dimensions = checkedDimensions(fixed, at, index)
      const length = at + entryBytes + dimensions * dimensionBytes
      readEntry(table, index, viewOf(await source.read(position, length, signal)), at, dimensions, others)
      table.position[index] = position
      checkEntry(table, index, source.size)
      whole.push(index)
    } catch (error) {
      if (!(error instanceof SlideError) || error.code === 'unreadable') throw error
    }
  }
  if (whole.length === 0) return undefined
  const { choices, warnings } = groupByChoice(others.columns, whole)
  const reason = `is damaged: ${whole.length} blocks were found without it, and others may be missing`
  const damage = new SlideError('malformed', 'CZI directory', reason)
  return { ...table, choices, warnings: [damage, ...warnings] }
}

async function findSubblocks(source: Source, signal: AbortSignal | undefined): Promise<number[]> {
  const positions: number[] = []
  const leastBytes = segmentHeaderBytes + 16 + entryBytes
  for (let position = 0; position + leastBytes <= source.size; ) {
    signal?.throwIfAborted()
    const head = await source.read(position, segmentHeaderBytes, signal)
    const id = segmentId(head)
    const allocated = int64(viewOf(head), 16)
    const end = position + segmentHeaderBytes + allocated
    // A block that is cut off is no good.
    if (!(id.startsWith('ZISRAW') || id === 'DELETED') || allocated < 0 || end > source.size) break
    if (id === 'ZISRAWSUBBLOCK') positions.push(position)
    if (positions.length > limits.cziEntries) break
    position = end
  }
  return positions
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

/** Dimensions that a slide doesn't have. */
interface OtherDimensions {
  /** Those whose values are images of their own, `absent` where a block has none. */
  readonly columns: Map<string, Int32Array>
  /** Any others, with the one value they may have. */
  readonly values: Map<string, number>
}

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
        `holds ${size} planes along dimension ${printable(name)} in one, which is not read`,
      )
    } else if (name === 'C') table.channel[index] = start
    else if (name === 'Z') table.z[index] = start
    else if (name === 'T') table.t[index] = start
    else if (name === 'S') table.scene[index] = start
    else if (name === 'M') table.mosaic[index] = start
    else if (Object.hasOwn(choiceNames, name)) columnOf(others, name, table)[index] = start
    else checkOther(others, name, start, index)
  }
}

function dimensionName(view: DataView, offset: number): string {
  const first = view.getUint8(offset)
  // All but a few hostile ones have one letter.
  if (view.getUint8(offset + 1) === 0) return String.fromCharCode(first)
  return printable(String.fromCharCode(first, view.getUint8(offset + 1), view.getUint8(offset + 2)))
}

function columnOf({ columns }: OtherDimensions, name: string, { x }: SubblockTable): Int32Array {
  const known = columns.get(name)
  if (known) return known
  const column = new Int32Array(x.length).fill(absent)
  columns.set(name, column)
  return column
}

/** What nobody knows the meaning of: showing one on top of the other would be wrong. */
function checkOther({ values }: OtherDimensions, name: string, start: number, index: number): void {
  const value = values.get(name)
  if (value === undefined) values.set(name, start)
  else if (value !== start) {
    const reason = `has several images along an unknown dimension "${printable(name)}", which is not read`
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
    end: 0,
    choices: [],
    warnings: [],
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
