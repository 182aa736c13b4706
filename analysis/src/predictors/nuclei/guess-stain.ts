import type { InputTile } from '../../inference/predictor.ts'
import { colorsOf } from '../../stains/colors-of.ts'
import type { Vector3 } from '../../stains/matrix3.ts'
import { densityTable } from '../../stains/optical-density.ts'

/** Sum of the densities below which a colour is too faint to tell. */
const faintest = 0.3
/** Eosin takes much more green than red, and more green than blue; neither hematoxylin nor DAB does both. */
const greenOverRed = 1.6
const greenOverBlue = 1.1
/** Share of stained tissue that is of this colour on a slide with eosin. */
const leastPink = 0.3

/** Share of what is stained that has the colour of eosin; null where nothing is stained. */
export function pinkShare(samples: readonly InputTile[], glass: Vector3): number | null {
  const [reds, greens, blues] = glass.map(densityTable) as [Float32Array, Float32Array, Float32Array]
  let [stained, pink] = [0, 0]
  for (const sample of samples) {
    const rgb = colorsOf(sample)
    for (let pixel = 0, at = 0; pixel < sample.tissue.length; pixel += 1, at += 3) {
      if (!sample.tissue[pixel]) continue
      const red = reds[rgb[at] as number] as number
      const green = greens[rgb[at + 1] as number] as number
      const blue = blues[rgb[at + 2] as number] as number
      if (red + green + blue < faintest) continue
      stained += 1
      if (green > greenOverRed * red && green > greenOverBlue * blue) pink += 1
    }
  }
  return stained === 0 ? null : pink / stained
}

/** Whether a slide looks as if it had been stained with hematoxylin and DAB instead of eosin. */
export const looksBrown = (samples: readonly InputTile[], glass: Vector3): boolean =>
  (pinkShare(samples, glass) ?? 1) < leastPink
