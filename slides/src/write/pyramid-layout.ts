import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { Level } from '../slide.ts'
import type { PyramidPlan } from './pyramid-options.ts'

/** Which tile of which plane; `plane` counts channels first, then Z, then T. */
export interface TilePlace {
  readonly plane: number
  readonly level: number
  readonly x: number
  readonly y: number
}

export interface LevelLayout extends Level {
  readonly columns: number
  readonly rows: number
  /** Number of its first tile in a plane. */
  readonly firstTile: number
}

/** How many tiles there are and what number each has. */
export interface PyramidLayout {
  readonly tileSize: number
  readonly planes: number
  readonly levels: readonly LevelLayout[]
  /** How many of them, from the first on, are given; the others are computed. */
  readonly givenLevels: number
  /** Tiles of all levels of one plane. */
  readonly planeTiles: number
  readonly tiles: number
}

/** About 20 bytes are kept a tile, so this is 160 MB, and 500 gigapixels in tiles of 256. */
const mostTiles = 8_000_000

/** So many times `smallestLevel` still makes an overview. */
const overviewFactor = 4

/** Each level is half of the one before, rounded up, until both sides are at most `smallestLevel`. */
export function layOutPyramid(plan: PyramidPlan): PyramidLayout {
  const { tileSize, smallestLevel } = plan
  const planes = plan.channels.length * plan.sizeZ * plan.sizeT
  const levels: LevelLayout[] = []
  let { width, height } = plan
  let planeTiles = 0
  for (;;) {
    const columns = Math.ceil(width / tileSize)
    const rows = Math.ceil(height / tileSize)
    const downsample = (plan.width / width + plan.height / height) / 2
    levels.push({
      width,
      height,
      tileWidth: tileSize,
      tileHeight: tileSize,
      downsample,
      columns,
      rows,
      firstTile: planeTiles,
    })
    planeTiles += columns * rows
    if (width <= smallestLevel && height <= smallestLevel) break
    const isOverview = Math.max(width, height) <= overviewFactor * smallestLevel
    width = Math.ceil(width / 2)
    height = Math.ceil(height / 2)
    if (isOverview && needsWholeTiles(plan) && Math.min(width, height) < tileSize) break
  }
  const tiles = planes * planeTiles
  if (tiles > mostTiles) {
    throw new SlideError('too_large', 'pyramid options', `make ${tiles} tiles; use a larger tileSize`)
  }
  const directories = planes * levels.length
  if (directories > limits.directories) {
    throw new SlideError('too_large', 'pyramid options', `make ${directories} planes and levels`)
  }
  const givenLevels = Math.min(plan.givenLevels, levels.length)
  return { tileSize, planes, levels, givenLevels, planeTiles, tiles }
}

/** OpenSlide 3 garbles lossless levels that are narrower or lower than a tile, so there are none without need. */
const needsWholeTiles = ({ container, samples, compression }: PyramidPlan): boolean =>
  container === 'bigtiff' && samples === 3 && compression.kind !== 'jpeg'

export function levelOf(layout: PyramidLayout, level: number): LevelLayout {
  const found = layout.levels[level]
  if (!found) {
    throw new SlideError('out_of_range', `level ${level}`, `is not one of ${layout.levels.length} levels`)
  }
  return found
}

/** A tile's number in the whole file. */
export function tileNumber(layout: PyramidLayout, { plane, level, x, y }: TilePlace): number {
  const { columns, firstTile } = levelOf(layout, level)
  return plane * layout.planeTiles + firstTile + y * columns + x
}

/** How much of a tile lies inside its level. */
export function visibleSize(layout: PyramidLayout, { level, x, y }: TilePlace) {
  const { width, height } = levelOf(layout, level)
  const { tileSize } = layout
  return {
    width: Math.min(tileSize, width - x * tileSize),
    height: Math.min(tileSize, height - y * tileSize),
  }
}

/** The tile of the next level that this one is a quarter of; undefined at the last level. */
export function parentOf(layout: PyramidLayout, { plane, level, x, y }: TilePlace): TilePlace | undefined {
  if (level + 1 >= layout.levels.length) return undefined
  return { plane, level: level + 1, x: Math.floor(x / 2), y: Math.floor(y / 2) }
}

/** Which quarter of its parent a tile is: 0 top left, 1 top right, 2 bottom left, 3 bottom right. */
export const quarterOf = ({ x, y }: TilePlace): number => (x % 2) + 2 * (y % 2)

/** One bit for each quarter of a tile that has a tile in the level below. */
export function quartersInside(layout: PyramidLayout, { level, x, y }: TilePlace): number {
  const { columns, rows } = levelOf(layout, level - 1)
  const right = 2 * x + 1 < columns
  const bottom = 2 * y + 1 < rows
  return 1 | (right ? 2 : 0) | (bottom ? 4 : 0) | (right && bottom ? 8 : 0)
}

export const describePlace = ({ plane, level, x, y }: TilePlace): string =>
  `plane ${plane} level ${level} tile ${x},${y}`
