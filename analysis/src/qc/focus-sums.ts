import { type BlockSums, rowsOf } from './block-sums.ts'
import type { Blocks, Grey } from './measure.ts'

/** Blocks of glass are no more varied than this, of 255². */
const glassVariance = 60

export interface FocusSums {
  /** Of each cell. */
  readonly pixels: Float64Array
  /** Sums over pixels: of products of curvatures, and of the variance of their block. */
  readonly curvature: Float64Array
  readonly variance: Float64Array
  /** Sums of brightness. */
  readonly light: Float64Array
  /** The same four of glass. */
  readonly glass: Float64Array
}

export interface SummedTile {
  readonly grey: Pick<Grey, 'width' | 'height'>
  readonly blocks: Blocks
  readonly summed: BlockSums
}

/**
 * Adds the blocks of a tile: those of tissue to their cells, those of glass, which are no darker than `darkestGlass`, to
 * the glass.
 */
export function addSharpness(
  { grey: { width, height }, blocks, summed }: SummedTile,
  sums: FocusSums,
  darkestGlass: number,
): void {
  for (let blockRow = 0; blockRow < blocks.rows; blockRow += 1) {
    const { top, bottom } = rowsOf(blockRow, height)
    for (let blockColumn = 0; blockColumn < blocks.columns; blockColumn += 1) {
      const block = blockRow * blocks.columns + blockColumn
      const { top: left, bottom: right } = rowsOf(blockColumn, width)
      if (left >= right || top >= bottom) continue
      const sum = summed.sums[block] as number
      const products = summed.products[block] as number
      const count = (right - left) * (bottom - top)
      const varied = (summed.squares[block] as number) - (sum * sum) / count
      if (blocks.tissue[block]) {
        const cell = blocks.cell[block] as number
        sums.pixels[cell] = (sums.pixels[cell] as number) + count
        sums.curvature[cell] = (sums.curvature[cell] as number) + 2 * products
        sums.variance[cell] = (sums.variance[cell] as number) + varied
        sums.light[cell] = (sums.light[cell] as number) + sum
      } else if (sum > darkestGlass * count && varied < glassVariance * count) {
        sums.glass[0] = (sums.glass[0] as number) + count
        sums.glass[1] = (sums.glass[1] as number) + 2 * products
        sums.glass[2] = (sums.glass[2] as number) + varied
        sums.glass[3] = (sums.glass[3] as number) + sum
      }
    }
  }
}
