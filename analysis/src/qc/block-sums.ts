import { aligned } from '../loops/instantiate.ts'
import { createTileLoops } from '../loops/tile-loops.ts'
import { blockSide, type Grey } from './measure.ts'

/** Sums over the pixels of each block, without those at the edge of the tile: they have no neighbour there. */
export interface BlockSums {
  /** Of products of curvatures, across and down. */
  readonly products: Float64Array
  readonly sums: Int32Array
  readonly squares: Int32Array
}

const blocksOf = ({ width, height }: Grey) => Math.ceil(width / blockSide) * Math.ceil(height / blockSide)

/** Sums the blocks of tile after tile; what one call gives is void after the next. */
export function createBlockSums(): (grey: Grey) => BlockSums {
  const loops = createTileLoops()
  return (grey) => {
    const { width, height, data } = grey
    if (width % blockSide !== 0 || height % blockSide !== 0) return sumBlocks(grey)
    const blocks = blocksOf(grey)
    // The first pixel is read from one before it.
    const values = 16
    const products = aligned(values + 2 * data.length + 16)
    const sums = products + 8 * blocks
    const squares = sums + 4 * blocks
    const memory = loops.reserve(squares + 4 * blocks)
    new Uint16Array(memory, values, data.length).set(data)
    loops.sumBlocks(values, width, height, products, sums, squares)
    return {
      products: new Float64Array(memory, products, blocks),
      sums: new Int32Array(memory, sums, blocks),
      squares: new Int32Array(memory, squares, blocks),
    }
  }
}

/**
 * The same for tiles of any size, by which the loop in WebAssembly is tested. Sums of a block are whole numbers of 32
 * bits: that needs no checks, of which there would be one for each.
 */
export function sumBlocks(grey: Grey): BlockSums {
  const { data, width, height } = grey
  const blocks = blocksOf(grey)
  const columns = Math.ceil(width / blockSide)
  const found = {
    products: new Float64Array(blocks),
    sums: new Int32Array(blocks),
    squares: new Int32Array(blocks),
  }
  for (let block = 0; block < blocks; block += 1) {
    const blockRow = Math.floor(block / columns)
    const blockColumn = block - blockRow * columns
    const { top, bottom } = rowsOf(blockRow, height)
    const { top: left, bottom: right } = rowsOf(blockColumn, width)
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
    found.products[block] = upper * 0x10000 + lower
    found.sums[block] = sum
    found.squares[block] = squares
  }
  return found
}

/** The rows of a block that are not at the edge of the tile, or its columns. */
export const rowsOf = (block: number, size: number): { top: number; bottom: number } => ({
  top: Math.max(1, block * blockSide),
  bottom: Math.min(size - 1, (block + 1) * blockSide),
})
