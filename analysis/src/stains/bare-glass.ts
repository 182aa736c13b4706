import type { InputTile } from '../inference/predictor.ts'
import { colorsOf } from './colors-of.ts'
import type { Vector3 } from './matrix3.ts'

/** What densities are reckoned against where no glass is to be seen, as published methods do. */
export const assumedGlass: Vector3 = [255, 255, 255]

/** Nothing darker than this in any colour is glass. */
const darkest = 160
/** Pixels of glass that are enough to tell its colour. */
const fewest = 2000

/** As manifests say it. */
export const learnedGlass = { key: 'glass', label: 'Colour of bare glass', parts: ['red', 'green', 'blue'] }

/** The colour of bare glass: the median, in each colour, of what is bright and no tissue. */
export function learnGlass(samples: readonly InputTile[]): Vector3 {
  const histograms = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)] as const
  const [reds, greens, blues] = histograms
  let count = 0
  for (const sample of samples) {
    const rgb = colorsOf(sample)
    for (let pixel = 0, at = 0; pixel < sample.tissue.length; pixel += 1, at += 3) {
      if (sample.tissue[pixel]) continue
      const [red, green, blue] = [rgb[at] as number, rgb[at + 1] as number, rgb[at + 2] as number]
      if (red < darkest || green < darkest || blue < darkest) continue
      reds[red] = (reds[red] as number) + 1
      greens[green] = (greens[green] as number) + 1
      blues[blue] = (blues[blue] as number) + 1
      count += 1
    }
  }
  if (count < fewest) return assumedGlass
  return [medianOf(reds, count), medianOf(greens, count), medianOf(blues, count)]
}

function medianOf(histogram: Uint32Array, count: number): number {
  let below = 0
  return histogram.findIndex((entry) => {
    below += entry
    return 2 * below >= count
  })
}
