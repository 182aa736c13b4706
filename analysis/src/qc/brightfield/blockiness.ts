import type { Accumulator, BrightfieldCheck, FullTile, Measure } from '../measure.ts'

/** JPEG transforms squares of this many pixels a side, each for itself. */
const side = 8

/** Without any structure every ratio is chance. */
const leastSteps = 0.05

/**
 * Steps of brightness between neighbouring pixels: those across the borders of JPEG's squares, over all others. Without
 * compression both are alike; the more was thrown away, the smoother the squares and the higher their borders. Tiles of
 * full resolution begin on that grid, since TIFF has them in multiples of 16 pixels.
 */
export const measureBlockiness: Measure<BrightfieldCheck> = (): Accumulator => {
  const steps = new Float64Array(4)
  return {
    state: { steps },
    addFull: (tile) => addBlockSteps(tile, steps),
    finish: () => {
      const value = blockinessOf(steps)
      const unmeasured = 'No tile is full of tissue, and glass is too smooth to measure it on.'
      return [value === null ? { channel: null, value, unmeasured } : { channel: null, value }]
    },
  }
}

/** Null where there was nothing but one colour. */
export function blockinessOf([grid = 0, gridCount = 0, other = 0, otherCount = 0]: Iterable<number> &
  Float64Array): number | null {
  const elsewhere = other / otherCount
  return gridCount > 0 && elsewhere > leastSteps ? grid / gridCount / elsewhere : null
}

/** Adds the steps across borders and how many they are, then those elsewhere. */
export function addBlockSteps(
  { width, height, stored }: Pick<FullTile, 'width' | 'height' | 'stored'>,
  steps: Float64Array,
): void {
  const grey = greyOf(stored[0] as Uint8Array, width * height)
  let [grid, gridCount, other, otherCount] = [0, 0, 0, 0]
  for (let y = 0; y < height; y += 1)
    for (let x = 1; x < width; x += 1) {
      const at = y * width + x
      const step = Math.abs((grey[at] as number) - (grey[at - 1] as number))
      if (x % side === 0) {
        grid += step
        gridCount += 1
      } else {
        other += step
        otherCount += 1
      }
    }
  for (let y = 1; y < height; y += 1) {
    let sum = 0
    for (let at = y * width, end = at + width; at < end; at += 1)
      sum += Math.abs((grey[at] as number) - (grey[at - width] as number))
    if (y % side === 0) {
      grid += sum
      gridCount += width
    } else {
      other += sum
      otherCount += width
    }
  }
  const added = [grid / 256, gridCount, other / 256, otherCount]
  added.forEach((value, index) => {
    steps[index] = (steps[index] as number) + value
  })
}

/** In 256ths of a level, so that all sums are of whole numbers. */
function greyOf(rgb: Uint8Array, pixels: number): Uint16Array {
  const grey = new Uint16Array(pixels)
  for (let pixel = 0, at = 0; pixel < pixels; pixel += 1, at += 3)
    grey[pixel] = 77 * (rgb[at] as number) + 150 * (rgb[at + 1] as number) + 29 * (rgb[at + 2] as number)
  return grey
}
