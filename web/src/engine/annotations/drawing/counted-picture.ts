import type { AnnotationView } from '@cresyl/contract/annotation-views'
import { densityPixels } from '../../viewer/detections/density-picture.ts'

export type Counted = Pick<AnnotationView, 'cell' | 'counted'>

/** Cells as a picture with a pixel for each: drawing it costs the same however many there are. */
export interface CountedPicture extends Counted {
  readonly canvas: OffscreenCanvas
  /** Pixels of the image: where its upper left corner lies, and how long it is on each side. */
  readonly minX: number
  readonly minY: number
  readonly span: number
}

const colours = [[107, 47, 160]] as const

/** Null where nothing is counted. */
export function countedPicture({ cell, counted }: Counted): CountedPicture | null {
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
  return { cell, counted, canvas, minX: left * cell, minY: top * cell, span: cells * cell }
}
