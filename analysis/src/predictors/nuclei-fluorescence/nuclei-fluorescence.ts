import type { PixelData } from '@cresyl/slides'
import type { Plane } from '../../cells/box-blur.ts'
import type { CutCell } from '../../cells/cut-cell.ts'
import { createCellFinder } from '../../cells/find-cells.ts'
import { reliefUnit } from '../../cells/relief.ts'
import type { Predictor } from '../../inference/predictor.ts'
import { isTissue, scoreCounts, searchFor } from '../nuclei/search.ts'
import { forEachRunOf } from '../nuclei/stain-plane.ts'
import { readParams } from '../read-params.ts'
import { createThingList } from '../thing-list.ts'
import { countTissue } from '../tissue-area.ts'
import { learnLight } from './learn-light.ts'
import { manifest } from './manifest.ts'

/** The brightest that is told, in 1024ths: eight times a strong nucleus. */
const most = 8191

export const nucleiFluorescence: Predictor = {
  manifest,

  learn: (samples) => ({ ...learnLight(samples) }),

  prepare({ dark, strong }, { params, mpp }) {
    const search = searchFor(readParams(manifest, params), mpp)
    const findCells = createCellFinder()
    const lowest = Number(dark)
    const gain = Number(strong) > lowest ? reliefUnit / (Number(strong) - lowest) : 0
    let light = new Int16Array(0)
    return (tile) => {
      const [plane] = tile.planes
      if (!plane || tile.samples !== 1) throw new TypeError('This predictor takes a channel of fluorescence')
      if (light.length !== plane.length) light = new Int16Array(plane.length)
      fillLight(plane, lowest, gain, light)
      const list = createThingList(4, tile.halo)
      let pixels = 0
      findCells(search(tile, light), (cell) => {
        if (!isTissue(tile, cell)) return
        const { area, circularity, solidity } = cell
        list.add(cell, 0, [area * mpp * mpp, circularity, solidity, meanIn(plane, tile.width, cell)])
        pixels += area
      })
      const things = list.finish()
      const tallies = { count: things.count, nucleus_pixels: pixels, tissue_pixels: countTissue(tile) }
      return { pixels: {}, things: { nuclei: things }, tallies }
    }
  },

  score: (tallies, { mpp }) => scoreCounts(tallies, mpp),
}

/** What is no number is dark. */
function fillLight(plane: PixelData, lowest: number, gain: number, light: Plane): void {
  for (let at = 0; at < light.length; at += 1) {
    const value = ((plane[at] as number) - lowest) * gain
    light[at] = value > 0 ? Math.min(value, most) : 0
  }
}

function meanIn(plane: PixelData, width: number, cell: CutCell): number {
  let [sum, count] = [0, 0]
  forEachRunOf(cell, width, (from, to) => {
    count += to - from
    for (let at = from; at < to; at += 1) sum += plane[at] as number
  })
  return sum / count
}
