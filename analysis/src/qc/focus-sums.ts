import { blockSide, type FineTile } from './measure.ts'

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

/**
 * Adds the blocks of a tile: those of tissue to their cells, those of glass, which are no darker than `darkestGlass`, to
 * the glass. Sums of a block are whole numbers of 32 bits: that needs no checks, of which there would be one for each.
 */
export function addSharpness(
  { grey: { data, width, height }, blocks }: Pick<FineTile, 'grey' | 'blocks'>,
  sums: FocusSums,
  darkestGlass: number,
): void {
  for (let blockRow = 0; blockRow < blocks.rows; blockRow += 1) {
    // Pixels at the edge of the tile have no neighbour there.
    const top = Math.max(1, blockRow * blockSide)
    const bottom = Math.min(height - 1, (blockRow + 1) * blockSide)
    for (let blockColumn = 0; blockColumn < blocks.columns; blockColumn += 1) {
      const block = blockRow * blocks.columns + blockColumn
      const left = Math.max(1, blockColumn * blockSide)
      const right = Math.min(width - 1, (blockColumn + 1) * blockSide)
      if (left >= right || top >= bottom) continue
      let sum = 0
      let squares = 0
      // Products may be too large for that: their upper and lower halves are summed for themselves.
      let upper = 0
      let lower = 0
      for (let y = top; y < bottom; y += 1) {
        // What lies to the left was read before: three values a pixel are new.
        let at = y * width + left
        let value = data[at] as number
        let before = data[at - 1] as number
        let above = data[at - width] as number
        let aboveBefore = data[at - width - 1] as number
        let downBefore = aboveBefore + (data[at + width - 1] as number) - 2 * before
        for (const end = y * width + right; at < end; at = (at + 1) | 0) {
          const after = data[at + 1] as number
          const aboveAfter = data[at - width + 1] as number
          const across = before + after - 2 * value
          const acrossAbove = aboveBefore + aboveAfter - 2 * above
          const down = above + (data[at + width] as number) - 2 * value
          const product = (Math.imul(across, acrossAbove) + Math.imul(down, downBefore)) | 0
          upper = (upper + (product >> 16)) | 0
          lower = (lower + (product & 0xffff)) | 0
          sum = (sum + value) | 0
          squares = (squares + Math.imul(value, value)) | 0
          before = value
          value = after
          aboveBefore = above
          above = aboveAfter
          downBefore = down
        }
      }
      const products = upper * 0x10000 + lower
      const count = (right - left) * (bottom - top)
      const varied = squares - (sum * sum) / count
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
