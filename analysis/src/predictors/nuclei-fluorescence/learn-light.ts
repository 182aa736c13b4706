import type { InputTile } from '../../inference/predictor.ts'
import { quantilesOf } from '../../stains/quantiles.ts'

/** Values that are kept at most: more change nothing. */
const most = 200_000
/** Shares of the tissue that are darker than what is taken for dark, and for a strong nucleus. */
const [darkShare, strongShare] = [0.1, 0.99]

/** How bright the tissue between nuclei and strong nuclei are in the first channel; both 0 where there is no tissue. */
export function learnLight(samples: readonly InputTile[]): { dark: number; strong: number } {
  const pixels = samples.reduce((sum, { tissue }) => sum + tissue.length, 0)
  const step = Math.max(1, Math.ceil(pixels / most))
  const values: number[] = []
  let seen = 0
  for (const { planes, tissue } of samples) {
    const [plane] = planes
    if (!plane) continue
    for (let pixel = 0; pixel < tissue.length; pixel += 1) {
      if (!tissue[pixel]) continue
      const value = plane[pixel] as number
      if (seen % step === 0 && Number.isFinite(value)) values.push(value)
      seen += 1
    }
  }
  if (values.length === 0) return { dark: 0, strong: 0 }
  const valueAt = quantilesOf(Float32Array.from(values))
  return { dark: valueAt(darkShare), strong: valueAt(strongShare) }
}
