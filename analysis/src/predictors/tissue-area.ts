import type { InputTile } from '../inference/predictor.ts'

/** A tile without its halo. */
export interface InnerTile {
  readonly width: number
  readonly height: number
  /** Where a row begins among the pixels of the tile. */
  rowStart(y: number): number
}

export const innerOf = ({ width, height, halo }: InputTile): InnerTile => ({
  width: width - 2 * halo,
  height: height - 2 * halo,
  rowStart: (y) => (y + halo) * width + halo,
})

/** Pixels of tissue in a tile without its halo. */
export function countTissue(tile: InputTile): number {
  const { width, height, rowStart } = innerOf(tile)
  let count = 0
  for (let y = 0; y < height; y += 1)
    for (let at = rowStart(y), end = at + width; at < end; at += 1) count += tile.tissue[at] as number
  return count
}

/** mm² of so many pixels. */
export const areaOf = (pixels: number, mpp: number): number => (pixels * mpp * mpp) / 1e6
