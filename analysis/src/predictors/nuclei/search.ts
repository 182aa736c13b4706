import type { CellSearch } from '../../cells/find-cells.ts'
import { reliefUnit } from '../../cells/relief.ts'
import type { InputTile, Tallies } from '../../inference/predictor.ts'
import type { readParams } from '../read-params.ts'
import { areaOf } from '../tissue-area.ts'

/** Dark lines and corners of tissue fill less of their hull than this. */
const leastSolidity = 0.8

/** How nuclei are looked for, by the parameters that all who look for them have. */
export function searchFor(params: ReturnType<typeof readParams>, mpp: number) {
  const limits = {
    threshold: Math.max(1, Math.round(params.number('threshold') * reliefUnit)),
    leastArea: params.number('least_area') / (mpp * mpp),
    largestArea: params.number('largest_area') / (mpp * mpp),
    leastSolidity,
  }
  return ({ width, height, halo }: InputTile, stain: CellSearch['stain']): CellSearch => ({
    width,
    height,
    halo,
    stain,
    ...limits,
  })
}

/** Whether a place in pixels of a tile is tissue: a nucleus counts where its centre is. */
export const isTissue = ({ width, tissue }: InputTile, { x, y }: { x: number; y: number }): boolean =>
  tissue[Math.floor(y) * width + Math.floor(x)] === 1

/** The scores of counts: nuclei, their pixels and the pixels of tissue. */
export function scoreCounts({ count = 0, nucleus_pixels = 0, tissue_pixels = 0 }: Tallies, mpp: number) {
  const tissue = areaOf(tissue_pixels, mpp)
  return {
    count,
    density: tissue > 0 ? count / tissue : null,
    mean_area: count > 0 ? (nucleus_pixels / count) * mpp * mpp : null,
    tissue_area: tissue,
  }
}
