import type { InputTile } from '../../inference/predictor.ts'
import { colorsOf } from '../../stains/colors-of.ts'

/** Pixels that are learned from at most: more change nothing that can be seen. */
const most = 400_000
/** With fewer, a slide says too little of itself. */
const fewest = 500

/** Red, green and blue of tissue, evenly from all samples; null where there is too little of it. */
export function tissueColours(samples: readonly InputTile[]): Uint8Array | null {
  const pixels = samples.reduce((sum, { tissue }) => sum + count(tissue), 0)
  if (pixels < fewest) return null
  const step = Math.ceil(pixels / most)
  const colours = new Uint8Array(3 * Math.ceil(pixels / step))
  let seen = 0
  let to = 0
  for (const sample of samples) {
    const rgb = colorsOf(sample)
    for (let pixel = 0; pixel < sample.tissue.length; pixel += 1) {
      if (!sample.tissue[pixel]) continue
      if (seen % step === 0) {
        colours[to] = rgb[3 * pixel] as number
        colours[to + 1] = rgb[3 * pixel + 1] as number
        colours[to + 2] = rgb[3 * pixel + 2] as number
        to += 3
      }
      seen += 1
    }
  }
  return colours
}

function count(tissue: Uint8Array): number {
  let sum = 0
  for (let pixel = 0; pixel < tissue.length; pixel += 1) sum += tissue[pixel] as number
  return sum
}
