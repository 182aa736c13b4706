import { aligned } from '../../loops/instantiate.ts'
import { createTileLoops } from '../../loops/tile-loops.ts'

/** One value a pixel, row by row. */
export interface Plain {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array | Uint16Array | Float32Array
}

/**
 * Of each pixel with a value from one to another, which of its neighbours have none of these, as a sum of `edgeBits`; 0
 * of all others. Nothing is said of the first and last row and column. Void after the next call.
 */
export type EdgeMarker = (picture: Plain, least: number, most: number) => Uint8Array

export const edgeBits = { left: 1, right: 2, above: 4, below: 8 } as const

/** Rows that are marked at a time, so that large pictures need little memory. */
const rowsAtOnce = 256
/** Lies in no range that is asked for: values go up to 4095. */
const never = 0x7fff

/** Many pixels at a time, for whole values up to 4095; others the plain way. */
export function fastEdgeMarker(): EdgeMarker {
  const loops = createTileLoops()
  let marks = new Uint8Array(0)
  return (picture, least, most) => {
    const { width, height, data } = picture
    if (data instanceof Float32Array) return markEdges(picture, least, most)
    if (marks.length < width * height) marks = new Uint8Array(width * height)
    const stride = aligned(width)
    const pixels = stride * Math.min(height, rowsAtOnce + 2)
    const inside = 2 * pixels + stride
    const marked = inside + pixels + stride
    const memory = loops.reserve(marked + pixels)
    const values = new Uint16Array(memory, 0, pixels).fill(never)
    for (let first = 1; first < height - 1; first += rowsAtOnce) {
      const end = Math.min(height - 1, first + rowsAtOnce)
      for (let row = first - 1; row <= end; row += 1)
        values.set(data.subarray(row * width, (row + 1) * width), (row - first + 1) * stride)
      loops.markEdges(0, stride, end - first + 2, Math.ceil(least), Math.floor(most), inside, marked)
      for (let row = first; row < end; row += 1)
        marks.set(new Uint8Array(memory, marked + (row - first + 1) * stride, width), row * width)
    }
    return marks
  }
}

/** The plain way, for pictures of any kind. */
export function markEdges({ width, height, data }: Plain, least: number, most: number): Uint8Array {
  const isFlat = new Uint8Array(width * height)
  for (let at = 0; at < isFlat.length; at += 1) {
    const here = data[at] as number
    isFlat[at] = here >= least && here <= most ? 1 : 0
  }
  const marks = new Uint8Array(width * height)
  for (let y = 1; y < height - 1; y += 1)
    for (let at = y * width + 1, end = (y + 1) * width - 1; at < end; at += 1) {
      if (isFlat[at] === 0) continue
      marks[at] =
        (isFlat[at - 1] === 0 ? edgeBits.left : 0) +
        (isFlat[at + 1] === 0 ? edgeBits.right : 0) +
        (isFlat[at - width] === 0 ? edgeBits.above : 0) +
        (isFlat[at + width] === 0 ? edgeBits.below : 0)
    }
  return marks
}
