import { seeded } from '../../slides/src/test-support/seeded.ts'

/** How the tiles of a slide are arranged: which of a pool lies where, and in which order they come. */
export interface TileLayout {
  /** Tiles in a row and in a column. */
  across: number
  /** All of it, or an ellipse in the middle, which is 55 % as on the slides we make up; the rest is white. */
  tissue: 'whole' | 'ellipse'
}

const ellipseShare = 0.55

/** The number of a tile in a pool of `poolSize`; null for background. */
export function poolTileAt(
  { across, tissue }: TileLayout,
  poolSize: number,
  x: number,
  y: number,
): number | null {
  const [right, down] = [(x + 0.5) / across - 0.5, (y + 0.5) / across - 0.5]
  if (tissue === 'ellipse' && right ** 2 + down ** 2 > ellipseShare / Math.PI) return null
  return (x * 7 + y * 29) % poolSize
}

/** Tiles as x + y × across: row by row, or shuffled, always the same way. */
export function orderOf({ across }: TileLayout, order: 'rows' | 'random'): Uint32Array {
  const tiles = Uint32Array.from({ length: across ** 2 }, (_, index) => index)
  if (order === 'rows') return tiles
  const random = seeded(9)
  for (let last = tiles.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1)
    const swapped = tiles[last] as number
    tiles[last] = tiles[other] as number
    tiles[other] = swapped
  }
  return tiles
}
