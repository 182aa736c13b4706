import type { Learned, Predictor } from '../../inference/predictor.ts'
import { learnGlass } from '../../stains/bare-glass.ts'
import { colorsOf } from '../../stains/colors-of.ts'
import type { Vector3 } from '../../stains/matrix3.ts'
import { readParams } from '../read-params.ts'
import { areaOf, innerOf } from '../tissue-area.ts'
import { fitStains, restain } from './macenko.ts'
import { manifest } from './manifest.ts'
import { keepColours, type Recolour } from './recolour.ts'
import { measureSpread, respread } from './reinhard.ts'
import { tissueColours } from './tissue-colours.ts'

export const stainNormalisation: Predictor = {
  manifest,

  learn(samples, { params }): Learned {
    const colours = tissueColours(samples)
    if (!colours) return {}
    if (readParams(manifest, params).choice('method') === 'reinhard') {
      const { means, deviations } = measureSpread(colours)
      return { means, deviations, glass: learnGlass(samples) }
    }
    const fit = fitStains(colours)
    return fit ? { ...fit } : {}
  },

  prepare(learned) {
    const recolour = recolourFor(learned)
    return (tile) => {
      const rgb = colorsOf(tile)
      const { width, height, rowStart } = innerOf(tile)
      const normalised = new Uint8Array(3 * width * height)
      const sums = { pixels: 0, change: 0 }
      for (let y = 0; y < height; y += 1) {
        recolour(rgb, 3 * rowStart(y), normalised, 3 * y * width, width)
        addChange(sums, rgb, tile.tissue, rowStart(y), normalised, y * width, width)
      }
      return {
        pixels: { normalised: [normalised] },
        things: {},
        tallies: { tissue_pixels: sums.pixels, change: sums.change },
      }
    }
  },

  score: ({ tissue_pixels = 0, change = 0 }, { mpp }) => ({
    change: tissue_pixels === 0 ? null : change / (3 * tissue_pixels),
    tissue_area: areaOf(tissue_pixels, mpp),
  }),
}

/** Where a slide said too little of itself its colours stay. */
function recolourFor({ hematoxylin, eosin, strengths, means, deviations, glass }: Learned): Recolour {
  if (hematoxylin && eosin && strengths)
    return restain({
      hematoxylin: hematoxylin as Vector3,
      eosin: eosin as Vector3,
      strengths: strengths as [number, number],
    })
  if (means && deviations && glass)
    return respread({ means: means as Vector3, deviations: deviations as Vector3 }, glass as Vector3)
  return keepColours
}

/** By how much the samples of tissue differ, all together. */
function addChange(
  sums: { pixels: number; change: number },
  before: Uint8Array,
  tissue: Uint8Array,
  from: number,
  after: Uint8Array,
  to: number,
  count: number,
): void {
  let change = 0
  let pixels = 0
  for (let n = 0, at = 3 * from, toAt = 3 * to; n < count; n += 1, at += 3, toAt += 3) {
    if (tissue[from + n] === 0) continue
    pixels += 1
    change +=
      Math.abs((after[toAt] as number) - (before[at] as number)) +
      Math.abs((after[toAt + 1] as number) - (before[at + 1] as number)) +
      Math.abs((after[toAt + 2] as number) - (before[at + 2] as number))
  }
  sums.pixels += pixels
  sums.change += change
}
