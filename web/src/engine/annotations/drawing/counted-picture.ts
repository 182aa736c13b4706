import type { AnnotationBox } from '@cresyl/contract/annotations/annotation-geometry'
import type { AnnotationView } from '@cresyl/contract/annotations/annotation-views'
import { densityPixels } from '../../viewer/detections/density-picture.ts'

export type Counted = Pick<AnnotationView, 'cell' | 'counted'>

/** Cells as a picture with a pixel for each: drawing it costs the same however many there are. */
export interface CountedPicture extends Counted {
  readonly canvas: OffscreenCanvas
  /** Pixels of the image: where its upper left corner lies, and how long it is on each side. */
  readonly minX: number
  readonly minY: number
  readonly span: number
  /** What is shown of it: squares at the edge of the image end there. */
  readonly within: AnnotationBox
}

interface Size {
  readonly width: number
  readonly height: number
}

const colours = [[107, 47, 160]] as const

/** Null where nothing is counted. */
export function countedPicture({ cell, counted }: Counted, size: Size): CountedPicture | null {
  if (counted.length === 0) return null
  const columns = counted.map(({ x }) => Math.floor(x / cell))
  const rows = counted.map(({ y }) => Math.floor(y / cell))
  const [left, top] = [Math.min(...columns), Math.min(...rows)]
  const cells = 1 + Math.max(Math.max(...columns) - left, Math.max(...rows) - top)
  const counts = new Uint32Array(cells * cells)
  let total = 0
  for (const [n, { count }] of counted.entries()) {
    counts[((rows[n] ?? 0) - top) * cells + (columns[n] ?? 0) - left] = count
    total += count
  }
  const pixels = densityPixels(counts, colours, cells, total / counted.length / 2)
  const canvas = new OffscreenCanvas(cells, cells)
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, cells, cells), 0, 0)
  return {
    cell,
    canvas,
    minX: left * cell,
    minY: top * cell,
    span: cells * cell,
    ...withinImage({ cell, counted }, size),
  }
}

/**
 * Squares are laid from the upper left corner, and the last ones reach beyond the image: what is seen of them, and the
 * middle of that, where their number stands. What was drawn beside the image stays there.
 */
export function withinImage(
  { cell, counted }: Counted,
  { width, height }: Size,
): Pick<CountedPicture, 'within' | 'counted'> {
  const parts = counted.map(({ x, y, count }) => {
    const [minX, maxX] = cut(Math.floor(x / cell) * cell, cell, width)
    const [minY, maxY] = cut(Math.floor(y / cell) * cell, cell, height)
    return { minX, minY, maxX, maxY, count }
  })
  const within = parts.reduce(
    (all, { minX, minY, maxX, maxY }) => ({
      minX: Math.min(all.minX, minX),
      minY: Math.min(all.minY, minY),
      maxX: Math.max(all.maxX, maxX),
      maxY: Math.max(all.maxY, maxY),
    }),
    { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity },
  )
  return {
    within,
    counted: parts.map(({ minX, minY, maxX, maxY, count }) => ({
      x: (minX + maxX) / 2,
      y: (minY + maxY) / 2,
      count,
    })),
  }
}

function cut(from: number, length: number, end: number): [from: number, to: number] {
  const to = from + length
  return to <= 0 || from >= end ? [from, to] : [Math.max(from, 0), Math.min(to, end)]
}
