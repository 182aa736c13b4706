import type { Predictor } from '../../inference/predictor.ts'
import { learnGlass } from '../../stains/bare-glass.ts'
import type { Vector3 } from '../../stains/matrix3.ts'
import { readParams } from '../read-params.ts'
import { createThingList } from '../thing-list.ts'
import { countTissue } from '../tissue-area.ts'
import { createNucleusFinder } from './brightfield-nuclei.ts'
import { looksBrown } from './guess-stain.ts'
import { manifest } from './manifest.ts'
import { scoreCounts, searchFor } from './search.ts'

export const nuclei: Predictor = {
  manifest,

  learn(samples) {
    const glass = learnGlass(samples)
    return { glass, brown: looksBrown(samples, glass) ? 1 : 0 }
  },

  prepare({ glass, brown }, { params, mpp }) {
    const values = readParams(manifest, params)
    const stain = values.choice('stain')
    const isBrown = stain === 'as_seen' ? brown === 1 : stain === 'hdab'
    const find = createNucleusFinder(glass as Vector3, isBrown, searchFor(values, mpp))
    return (tile) => {
      const list = createThingList(4, tile.halo)
      let pixels = 0
      find(tile, ({ cell, meanOf }) => {
        const { area, circularity, solidity } = cell
        list.add(cell, 0, [area * mpp * mpp, circularity, solidity, meanOf('hematoxylin')])
        pixels += area
      })
      const things = list.finish()
      const tallies = {
        count: things.count,
        nucleus_pixels: pixels,
        tissue_pixels: countTissue(tile),
      }
      return { pixels: {}, things: { nuclei: things }, tallies }
    }
  },

  score: (tallies, { mpp }) => scoreCounts(tallies, mpp),
}
