import type { PixelData } from '@cresyl/slides'
import {
  type Accumulator,
  blockSide,
  type FineTile,
  type FluorescenceCheck,
  type Measure,
  noTissue,
} from '../measure.ts'
import { valueRangeOf } from './value-range.ts'

/**
 * Share of the pixels of each cell that are as bright as the camera can say, or one less: what they really were is
 * lost. At the resolution that is read for tissue: specks smaller than its pixels have been averaged away.
 */
export const measureSaturation: Measure<FluorescenceCheck> = (check): Accumulator => {
  const { plan, overview, tissuePixels } = check
  const size = plan.cells.width * plan.cells.height
  const range = valueRangeOf(plan)
  const channels = overview.planes.length
  const state = { pixels: new Uint32Array(size), saturated: new Uint32Array(channels * size) }
  const { factorX, factorY } = plan.fine
  return {
    state,
    add(tile) {
      if (!range) return
      forEachTissueBlock(tile, factorX, factorY, (cell, block) => {
        state.pixels[cell] =
          (state.pixels[cell] as number) + (block.right - block.left) * (block.bottom - block.top)
        tile.stored.forEach((plane, channel) => {
          const at = channel * size + cell
          state.saturated[at] =
            (state.saturated[at] as number) + countFrom(plane, tile.width, block, range.most - 1)
        })
      })
    },
    finish: () =>
      overview.planes.map((_, channel) => {
        if (!range) return { channel, unmeasured: 'Its values are fractions, which have no largest one.' }
        if (tissuePixels === 0) return { channel, unmeasured: noTissue }
        const cells = Float32Array.from(state.pixels, (pixels, cell) =>
          pixels === 0 ? Number.NaN : (100 * (state.saturated[channel * size + cell] as number)) / pixels,
        )
        return { channel, cells }
      }),
  }
}

interface PixelBlock {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Blocks with tissue, in pixels of `stored`. */
function forEachTissueBlock(
  { blocks, width, height }: FineTile,
  factorX: number,
  factorY: number,
  look: (cell: number, block: PixelBlock) => void,
): void {
  for (let row = 0; row < blocks.rows; row += 1)
    for (let column = 0; column < blocks.columns; column += 1) {
      const index = row * blocks.columns + column
      if (!blocks.tissue[index]) continue
      look(blocks.cell[index] as number, {
        left: column * blockSide * factorX,
        top: row * blockSide * factorY,
        right: Math.min(width, (column + 1) * blockSide * factorX),
        bottom: Math.min(height, (row + 1) * blockSide * factorY),
      })
    }
}

function countFrom(
  plane: PixelData,
  stride: number,
  { left, top, right, bottom }: PixelBlock,
  limit: number,
): number {
  let count = 0
  for (let y = top; y < bottom; y += 1)
    for (let at = y * stride + left, end = y * stride + right; at < end; at += 1)
      if ((plane[at] as number) >= limit) count += 1
  return count
}
