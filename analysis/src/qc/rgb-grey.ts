import { aligned } from '../loops/instantiate.ts'
import { createTileLoops } from '../loops/tile-loops.ts'
import type { Grey } from './measure.ts'

/**
 * Brightness of colour tiles as people see it, averaged by whole factors. The grey of one tile lies where that of the
 * one before did.
 */
export function createRgbGrey(factorX: number, factorY: number) {
  const loops = createTileLoops()
  // All tiles but those at the edges have the same size.
  let memory = new Uint16Array(0)
  return (rgb: Uint8Array, stride: number, size: Pick<Grey, 'width' | 'height'>): Grey => {
    const pixels = size.width * size.height
    if (factorX * factorY === 1 && pixels % 16 === 0) {
      const place = aligned(rgb.length)
      const buffer = loops.reserve(place + 2 * pixels)
      new Uint8Array(buffer, 0, rgb.length).set(rgb)
      loops.greyOfRgb(0, pixels, place)
      return { ...size, data: new Uint16Array(buffer, place, pixels) }
    }
    if (memory.length < pixels) memory = new Uint16Array(pixels)
    const grey = { ...size, data: memory.subarray(0, pixels) }
    averageRgb(rgb, stride, grey, factorX, factorY)
    return grey
  }
}

/** The plain way. In whole values: their sums are exact. */
export function averageRgb(
  rgb: Uint8Array,
  stride: number,
  { width, height, data: grey }: Grey,
  factorX: number,
  factorY: number,
): void {
  const share = 1 / (256 * factorX * factorY)
  for (let y = 0, to = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, to += 1) {
      let sum = 0
      for (let row = 0; row < factorY; row += 1) {
        let at = ((y * factorY + row) * stride + x * factorX) * 3
        for (let column = 0; column < factorX; column += 1, at += 3)
          sum += 77 * (rgb[at] as number) + 150 * (rgb[at + 1] as number) + 29 * (rgb[at + 2] as number)
      }
      grey[to] = sum * share + 0.5
    }
}
