import type { Predictor } from '../../inference/predictor.ts'
import { gainFor, gainOf, listOf } from '../../stains/channel-gain.ts'
import { readChannelValues } from '../../stains/channel-values.ts'
import type { Vector3 } from '../../stains/matrix3.ts'
import { paintTile } from '../paint-tile.ts'
import { readParams } from '../read-params.ts'
import { areaOf, countTissue } from '../tissue-area.ts'
import { manifest } from './manifest.ts'

/** Of Giacomelli: densities (natural logarithm) of an amount of 1, in red, green and blue. */
const strength = 2.5
const hematoxylin: Vector3 = [0.86 * strength, 1 * strength, 0.3 * strength]
const eosin: Vector3 = [0.05 * strength, 1 * strength, 0.544 * strength]

/** Amounts in the middle of nuclei and in the middle of tissue, and of the few brightest: so it looks like H&E. */
const nuclear = { middle: 0.45, most: 0.9 }
const cytoplasm = { middle: 0.2, most: 0.5 }

export const virtualHe: Predictor = {
  manifest,

  learn(samples) {
    const [nuclei, ground] = [readChannelValues(samples, 0), readChannelValues(samples, 1)]
    if (!nuclei || !ground) return {}
    return {
      nuclear: listOf(gainFor(nuclei.background, nuclei.bright, nuclear.middle, nuclear.most)),
      cytoplasm: listOf(gainFor(ground.background, ground.tissue, cytoplasm.middle, cytoplasm.most)),
    }
  },

  prepare(learned, { params, largest }) {
    const { number } = readParams(manifest, params)
    const paint = paintTile(
      { ...gainOf(learned.nuclear, largest), density: hematoxylin, strength: number('nuclear_strength') },
      { ...gainOf(learned.cytoplasm, largest), density: eosin, strength: number('cytoplasm_strength') },
    )
    return (tile) => ({
      pixels: { virtual_he: [paint(tile)] },
      things: {},
      tallies: { tissue_pixels: countTissue(tile) },
    })
  },

  score: ({ tissue_pixels = 0 }, { mpp }) => ({ tissue_area: areaOf(tissue_pixels, mpp) }),
}
