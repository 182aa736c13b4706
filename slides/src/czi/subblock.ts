import { errorAt, SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { PixelData } from '../pixels.ts'
import type { Source } from '../source/source.ts'
import { compressions, decodeSubblock } from './compressions.ts'
import { dimensionBytes } from './directory.ts'
import type { PixelFormat } from './pixel-formats.ts'
import { bytesPerPixel, pixelsFrom } from './pixel-formats.ts'
import { int64, readSegmentStart, segmentHeaderBytes, viewOf } from './segments.ts'

/** What the directory says of a block. */
export interface Subblock {
  readonly position: number
  readonly compression: number
  readonly storedWidth: number
  readonly storedHeight: number
  readonly format: PixelFormat
}

/** Rows of a block, the first of them `firstRow`. */
export interface SubblockRows {
  readonly firstRow: number
  readonly data: PixelData
}

const subblockName = ({ position }: Pick<Subblock, 'position'>): string => `CZI subblock at ${position}`

/** Whether rows can be read without the others. */
export const rowsAreApart = ({ compression }: Subblock): boolean => compression === compressions.none

/** At least the rows from `firstRow` to before `endRow`. */
export async function readRows(
  source: Source,
  block: Subblock,
  firstRow: number,
  endRow: number,
  signal?: AbortSignal,
): Promise<SubblockRows> {
  const name = subblockName(block)
  const { compression, format, storedWidth, storedHeight } = block
  const rowBytes = storedWidth * bytesPerPixel(format)
  const expected = rowBytes * storedHeight
  if (expected > limits.blockBytes) {
    const reason = `has ${storedWidth} × ${storedHeight} pixels, ${expected} bytes, more than ${limits.blockBytes}`
    throw new SlideError('too_large', name, reason)
  }
  const { offset, length } = await locateSubblock(source, block.position, signal)
  if (compression === compressions.none) {
    if (length < expected) {
      throw new SlideError('malformed', name, `has ${length} bytes of pixels where ${expected} belong`)
    }
    const bytes = await source.read(offset + firstRow * rowBytes, (endRow - firstRow) * rowBytes, signal)
    return { firstRow, data: pixelsFrom(format, bytes) }
  }
  const encoded = await source.read(offset, length, signal)
  try {
    const encodedBlock = { compression, width: storedWidth, height: storedHeight, format }
    return { firstRow: 0, data: await decodeSubblock(encodedBlock, encoded, signal) }
  } catch (error) {
    throw errorAt(name, error)
  }
}

export interface LocatedSubblock {
  /** Bytes from its beginning to the end of its entry. */
  readonly headBytes: number
  /** Where its pixels are, after its header and metadata. */
  readonly offset: number
  readonly length: number
}

export async function locateSubblock(
  source: Source,
  position: number,
  signal?: AbortSignal,
): Promise<LocatedSubblock> {
  const name = subblockName({ position })
  const fixedBytes = segmentHeaderBytes + 16 + 32
  const bytes = await readSegmentStart(source, position, 'ZISRAWSUBBLOCK', fixedBytes, name, signal)
  const view = viewOf(bytes)
  const metadataBytes = view.getInt32(segmentHeaderBytes, true)
  const length = int64(view, segmentHeaderBytes + 8)
  const dimensions = view.getInt32(segmentHeaderBytes + 16 + 28, true)
  if (metadataBytes < 0 || length < 0 || dimensions < 0 || dimensions > limits.cziDimensions) {
    const sizes = `${metadataBytes} bytes of metadata, ${length} of pixels and ${dimensions} dimensions`
    throw new SlideError('malformed', name, `has ${sizes}`)
  }
  if (length > limits.blockBytes) {
    throw new SlideError('too_large', name, `has ${length} bytes, more than ${limits.blockBytes}`)
  }
  const entryBytes = 32 + dimensions * dimensionBytes
  const offset = position + segmentHeaderBytes + Math.max(256, 16 + entryBytes) + metadataBytes
  if (offset + length > source.size) {
    const reason = `ends at byte ${offset + length} of a file of ${source.size} bytes`
    throw new SlideError('truncated', name, reason)
  }
  return { headBytes: segmentHeaderBytes + 16 + entryBytes, offset, length }
}
