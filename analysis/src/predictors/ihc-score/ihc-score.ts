import type { Predictor } from '../../inference/predictor.ts'
import { learnGlass } from '../../stains/bare-glass.ts'
import type { Vector3 } from '../../stains/matrix3.ts'
import { createNucleusFinder } from '../nuclei/brightfield-nuclei.ts'
import { scoreCounts, searchFor } from '../nuclei/search.ts'
import { readParams } from '../read-params.ts'
import { createThingList } from '../thing-list.ts'
import { countTissue } from '../tissue-area.ts'
import { manifest } from './manifest.ts'

const cutOffs = ['weak_from', 'moderate_from', 'strong_from'] as const

export const ihcScore: Predictor = {
  manifest,

  learn: (samples) => ({ glass: learnGlass(samples) }),

  prepare({ glass }, { params, mpp }) {
    const values = readParams(manifest, params)
    const limits = cutOffs.map(values.number)
    const find = createNucleusFinder(glass as Vector3, true, searchFor(values, mpp))
    return (tile) => {
      const list = createThingList(5, tile.halo)
      find(tile, ({ cell, meanOf }) => {
        const { area, circularity, solidity } = cell
        const dab = meanOf('second')
        const shape = [area * mpp * mpp, circularity, solidity]
        list.add(cell, classOf(dab, limits), [...shape, meanOf('hematoxylin'), dab])
      })
      const things = list.finish()
      const counts = [0, 0, 0, 0]
      for (const kind of things.classes) counts[kind] = (counts[kind] as number) + 1
      const [negative = 0, weak = 0, moderate = 0, strong = 0] = counts
      const tallies = { negative, weak, moderate, strong, tissue_pixels: countTissue(tile) }
      return { pixels: {}, things: { nuclei: things }, tallies }
    }
  },

  score({ negative = 0, weak = 0, moderate = 0, strong = 0, tissue_pixels = 0 }, { mpp }) {
    const count = negative + weak + moderate + strong
    const { density, tissue_area } = scoreCounts({ count, tissue_pixels }, mpp)
    return {
      h_score: count > 0 ? (100 * (weak + 2 * moderate + 3 * strong)) / count : null,
      positivity: count > 0 ? (100 * (count - negative)) / count : null,
      count,
      negative,
      weak,
      moderate,
      strong,
      density,
      tissue_area,
    }
  },
}

/** The highest class whose cut-off is reached. Cut-offs out of order are no fault: the highest reached counts. */
const classOf = (dab: number, limits: readonly number[]): number =>
  limits.findLastIndex((limit) => dab >= limit) + 1
