import type { Frame } from '../tiles/tile-layer.ts'
import { createViewCanvas } from '../view-canvas.ts'
import { differenceTable, paintDifference } from './difference.ts'

/** How much two pictures of the same size differ, pixel by pixel. */
export interface DifferenceCanvas {
  readonly canvas: HTMLCanvasElement
  paint(one: HTMLCanvasElement, other: HTMLCanvasElement, frame: Frame, scale: number): void
  destroy(): void
}

/** While the picture moves, one pixel stands for so many: counting all of them would take longer than a frame. */
const coarseness = 3

export function createDifferenceCanvas(): DifferenceCanvas {
  const canvas = createViewCanvas('difference')
  const context = canvas.getContext('2d')
  const read = document.createElement('canvas')
  const reading = read.getContext('2d', { willReadFrequently: true })
  let table = differenceTable(1)
  let tableScale = 1

  function pixelsOf(source: HTMLCanvasElement, width: number, height: number): ImageData | null {
    if (reading === null) return null
    reading.clearRect(0, 0, width, height)
    reading.drawImage(source, 0, 0, width, height)
    return reading.getImageData(0, 0, width, height)
  }

  return {
    canvas,
    paint(one, other, { size, pixelRatio, moving }, scale) {
      const part = moving ? 1 / coarseness : 1
      const width = Math.max(1, Math.round(size.width * pixelRatio * part))
      const height = Math.max(1, Math.round(size.height * pixelRatio * part))
      for (const each of [canvas, read]) {
        if (each.width !== width) each.width = width
        if (each.height !== height) each.height = height
      }
      canvas.style.width = `${size.width}px`
      canvas.style.height = `${size.height}px`
      if (scale !== tableScale) [table, tableScale] = [differenceTable(scale), scale]
      const first = pixelsOf(one, width, height)
      const second = pixelsOf(other, width, height)
      if (first === null || second === null) return
      paintDifference(first.data, second.data, table)
      context?.putImageData(first, 0, 0)
    },
    destroy() {
      for (const each of [canvas, read]) {
        each.width = 0
        each.height = 0
      }
    },
  }
}
