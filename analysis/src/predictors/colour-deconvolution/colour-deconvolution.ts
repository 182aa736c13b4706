import type { Predictor } from '../../inference/predictor.ts'
import { learnGlass } from '../../stains/bare-glass.ts'
import type { Vector3 } from '../../stains/matrix3.ts'
import { diaminobenzidine, eosin, hematoxylin } from '../../stains/stain-vectors.ts'
import { unmixing } from '../../stains/unmix.ts'
import { readParams } from '../read-params.ts'
import { areaOf } from '../tissue-area.ts'
import { manifest } from './manifest.ts'
import { partsOfValue, separate, tablesFor } from './separate.ts'

/** Values of a channel for an optical density of 1. */
const densityUnit = 100

export const colourDeconvolution: Predictor = {
  manifest,

  learn: (samples) => ({ glass: learnGlass(samples) }),

  prepare({ glass }, { params }) {
    const isBrown = readParams(manifest, params).choice('pair') === 'hdab'
    const matrix = unmixing(hematoxylin, isBrown ? diaminobenzidine : eosin)
    const tables = tablesFor(glass as Vector3, matrix, densityUnit)
    return (tile) => {
      const { first, second, ...sums } = separate(tables, tile)
      const none = new Uint8Array(first.length)
      return {
        pixels: { stains: isBrown ? [first, none, second] : [first, second, none] },
        things: {},
        tallies: {
          tissue_pixels: sums.pixels,
          hematoxylin: sums.firstSum,
          [isBrown ? 'dab' : 'eosin']: sums.secondSum,
          residual_pixels: sums.residualPixels,
          residual: sums.residualSum,
        },
      }
    }
  },

  score({ tissue_pixels = 0, residual_pixels = 0, ...sums }, { mpp }) {
    const meanOf = (sum: number | undefined, pixels = tissue_pixels) =>
      sum === undefined || pixels === 0 ? null : sum / pixels / partsOfValue / densityUnit
    return {
      hematoxylin: meanOf(sums.hematoxylin),
      eosin: meanOf(sums.eosin),
      dab: meanOf(sums.dab),
      residual: meanOf(sums.residual, residual_pixels),
      tissue_area: areaOf(tissue_pixels, mpp),
    }
  },
}
