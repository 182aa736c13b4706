import { createCellFinder, type FoundCell } from '../../cells/find-cells.ts'
import type { InputTile } from '../../inference/predictor.ts'
import { colorsOf } from '../../stains/colors-of.ts'
import type { Matrix3, Vector3 } from '../../stains/matrix3.ts'
import { diaminobenzidine, eosin, hematoxylin } from '../../stains/stain-vectors.ts'
import { unmixing } from '../../stains/unmix.ts'
import { isTissue, type searchFor } from './search.ts'
import { fillStain, meanStain, type StainTables, stainTables } from './stain-plane.ts'

/** A nucleus on a brightfield slide; its stains are those of the pair it was looked for with. */
export interface BrightfieldNucleus {
  readonly cell: FoundCell
  /** Mean optical density of a stain in it. */
  meanOf(stain: 'hematoxylin' | 'second'): number
}

/**
 * Finds nuclei in colours: by hematoxylin where the other stain is eosin, by all that is dark where it is DAB, since
 * brown nuclei have little hematoxylin. Tells those whose centre lies in tissue.
 */
export function createNucleusFinder(glass: Vector3, isBrown: boolean, search: ReturnType<typeof searchFor>) {
  const matrix = unmixing(hematoxylin, isBrown ? diaminobenzidine : eosin)
  const tables = {
    hematoxylin: stainTables(glass, rowOf(matrix, 0)),
    second: stainTables(glass, rowOf(matrix, 1)),
  }
  const searched: StainTables = isBrown ? stainTables(glass, evenWeights()) : tables.hematoxylin
  const findCells = createCellFinder()
  let stain = new Int16Array(0)

  return (tile: InputTile, tell: (nucleus: BrightfieldNucleus) => void): void => {
    const rgb = colorsOf(tile)
    const { width, height } = tile
    if (stain.length !== width * height) stain = new Int16Array(width * height)
    fillStain(searched, rgb, stain)
    findCells(search(tile, stain), (cell) => {
      if (isTissue(tile, cell)) tell({ cell, meanOf: (kind) => meanStain(tables[kind], rgb, width, cell) })
    })
  }
}

const rowOf = (matrix: Matrix3, row: 0 | 1): Vector3 => [
  matrix[3 * row] as number,
  matrix[3 * row + 1] as number,
  matrix[3 * row + 2] as number,
]

/** The sum of the densities, so that one of hematoxylin alone comes to as much as by deconvolution. */
function evenWeights(): Vector3 {
  const weight = 1 / (hematoxylin[0] + hematoxylin[1] + hematoxylin[2])
  return [weight, weight, weight]
}
