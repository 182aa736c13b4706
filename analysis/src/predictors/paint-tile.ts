import type { PixelData } from '@cresyl/slides'
import type { InputTile } from '../inference/predictor.ts'
import { type PaintedStain, paintStains } from '../stains/paint-stains.ts'
import { innerOf } from './tissue-area.ts'

/** Prepares to draw the two channels of a tile as stains in transmitted light. */
export function paintTile(first: PaintedStain, second: PaintedStain): (tile: InputTile) => Uint8Array {
  const paint = paintStains(first, second)
  return (tile) => {
    const [firsts, seconds] = tile.planes as [PixelData, PixelData]
    const { width, height, rowStart } = innerOf(tile)
    const rgb = new Uint8Array(3 * width * height)
    for (let y = 0; y < height; y += 1) paint(firsts, seconds, rowStart(y), width, rgb, 3 * y * width)
    return rgb
  }
}
