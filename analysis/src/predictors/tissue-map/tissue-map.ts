import type { Predictor } from '../../inference/predictor.ts'
import { areaOf, countTissue, innerOf } from '../tissue-area.ts'
import { manifest } from './manifest.ts'

/** Where tissue lies is found before every run, so all that is left to do here is to show it. */
export const tissueMap: Predictor = {
  manifest,

  learn: () => ({}),

  prepare: () => (tile) => {
    const { width, height, rowStart } = innerOf(tile)
    const mask = new Uint8Array(width * height)
    for (let y = 0; y < height; y += 1)
      mask.set(tile.tissue.subarray(rowStart(y), rowStart(y) + width), y * width)
    return {
      pixels: { tissue: [mask] },
      things: {},
      tallies: { tissue_pixels: countTissue(tile), pixels: mask.length },
    }
  },

  score: ({ tissue_pixels = 0, pixels = 0 }, { mpp }) => ({
    tissue_area: areaOf(tissue_pixels, mpp),
    tissue_share: pixels === 0 ? null : (100 * tissue_pixels) / pixels,
  }),
}
