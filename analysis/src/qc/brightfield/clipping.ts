import { createTileLoops } from '../../loops/tile-loops.ts'
import {
  type Accumulator,
  type BrightfieldCheck,
  blockSide,
  type FineTile,
  type Measure,
  noTissue,
} from '../measure.ts'

/** What is white but for this is the edge of a gap: only what is coloured has lost its colour. */
const nearlyWhite = 240

/** Pixels of tissue that a cell needs to be judged, as the level has them at 1 µm a pixel. */
const leastShare = 0.2

/**
 * Per cent of the tissue's pixels of which at least one colour is at the end of its range, 0 or 255, in each cell. Pure
 * white isn't counted at all: it is as well a lumen, fat or a gap.
 */
export const measureClipping: Measure<BrightfieldCheck> = ({ plan, tissuePixels }): Accumulator => {
  const { cells, fine } = plan
  const size = cells.width * cells.height
  const markEnds = endMarker(fine.factorX, fine.factorY)
  const state = { pixels: new Float64Array(size), clipped: new Float64Array(size) }
  return {
    state,
    add: (tile) => addTile(tile, fine.factorX, fine.factorY, markEnds(tile), state),
    finish: () => {
      if (tissuePixels === 0) return [{ channel: null, unmeasured: noTissue }]
      const most = state.pixels.reduce((one, other) => Math.max(one, other), 0)
      const values = Float32Array.from(state.pixels, (count, cell) =>
        count > 0 && count >= leastShare * most
          ? (100 * (state.clipped[cell] as number)) / count
          : Number.NaN,
      )
      return [{ channel: null, cells: values }]
    },
  }
}

interface ClippingSums {
  readonly pixels: Float64Array
  readonly clipped: Float64Array
}

/** 1 for both ends of the range. */
const isEnd = Uint8Array.from({ length: 256 }, (_, value) => (value === 0 || value === 255 ? 1 : 0))

/**
 * Tells of each block of a tile whether any of its bytes is 0 or 255: hardly any is, so that few are looked at closely.
 * Null where that can't be told quickly.
 */
function endMarker(factorX: number, factorY: number): (tile: FineTile) => Uint8Array | null {
  const loops = createTileLoops()
  return ({ width, height, stored, blocks }) => {
    if (factorX !== 1 || factorY !== 1 || width % (2 * blockSide) !== 0 || height % blockSide !== 0)
      return null
    const rgb = stored[0] as Uint8Array
    const marks = blocks.columns * blocks.rows
    const memory = loops.reserve(rgb.length + marks)
    new Uint8Array(memory, 0, rgb.length).set(rgb)
    loops.markEnds(0, width, height, rgb.length)
    return new Uint8Array(memory, rgb.length, marks)
  }
}

/** On stored pixels: averages of clipped and other pixels look like neither. */
function addTile(
  tile: FineTile,
  factorX: number,
  factorY: number,
  hasEnds: Uint8Array | null,
  sums: ClippingSums,
): void {
  const { blocks, width, height } = tile
  const rgb = tile.stored[0] as Uint8Array
  for (let blockRow = 0; blockRow < blocks.rows; blockRow += 1)
    for (let blockColumn = 0; blockColumn < blocks.columns; blockColumn += 1) {
      const block = blockRow * blocks.columns + blockColumn
      if (!blocks.tissue[block]) continue
      const left = blockColumn * blockSide * factorX
      const top = blockRow * blockSide * factorY
      const right = Math.min(width, left + blockSide * factorX)
      const bottom = Math.min(height, top + blockSide * factorY)
      let count = (right - left) * (bottom - top)
      let clipped = 0
      const isLookedAt = hasEnds === null || hasEnds[block] === 1
      for (let y = top; isLookedAt && y < bottom; y += 1)
        for (let at = (y * width + left) * 3, end = (y * width + right) * 3; at < end; at += 3) {
          const red = rgb[at] as number
          const green = rgb[at + 1] as number
          const blue = rgb[at + 2] as number
          // Hardly any pixel has a colour at an end.
          if (((isEnd[red] as number) | (isEnd[green] as number) | (isEnd[blue] as number)) === 0) continue
          const least = Math.min(red, green, blue)
          if (least === 255) count -= 1
          else if (least === 0 || (least < nearlyWhite && Math.max(red, green, blue) === 255)) clipped += 1
        }
      const cell = blocks.cell[block] as number
      sums.pixels[cell] = (sums.pixels[cell] as number) + count
      sums.clipped[cell] = (sums.clipped[cell] as number) + clipped
    }
}
