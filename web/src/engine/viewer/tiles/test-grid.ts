import { type TileGrid, tileGrid } from './tile-grid.ts'

/** Levels as files have them: rounded up, each with tiles of its own size. */
export function tileGridOf(
  width: number,
  height: number,
  levels: readonly (readonly [downsample: number, tileWidth: number, tileHeight: number])[],
): TileGrid {
  return tileGrid({
    width,
    height,
    levels: levels.map(([downsample, tile_width, tile_height]) => ({
      width: Math.ceil(width / downsample),
      height: Math.ceil(height / downsample),
      tile_width,
      tile_height,
      downsample,
    })),
  })
}
