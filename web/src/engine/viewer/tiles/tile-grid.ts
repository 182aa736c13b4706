import type { Point } from '@cresyl/contract/slides/affine'
import type { Pyramid } from '@cresyl/contract/slides/viewers'
import type { Size } from '../viewport.ts'

/** One tile of a pyramid: level 0 is full resolution, x and y count tiles from the left and from the top. */
export interface TilePlace {
  readonly level: number
  readonly x: number
  readonly y: number
}

/** A rectangle in pixels of full resolution; sides and not lengths, so that neighbours share theirs to the last bit. */
export interface Edges {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface GridLevel {
  readonly width: number
  readonly height: number
  readonly tileWidth: number
  readonly tileHeight: number
  readonly columns: number
  readonly rows: number
  /** Pixels of full resolution in one of this level, to the right and down. */
  readonly scale: Point
}

/** Where the tiles of an image lie, whatever is in them. */
export interface TileGrid {
  readonly width: number
  readonly height: number
  /** Full resolution first. */
  readonly levels: readonly GridLevel[]
}

export function tileGrid({ width, height, levels }: Pick<Pyramid, 'width' | 'height' | 'levels'>): TileGrid {
  return {
    width,
    height,
    levels: levels.map((level) => ({
      width: level.width,
      height: level.height,
      tileWidth: level.tile_width,
      tileHeight: level.tile_height,
      columns: Math.ceil(level.width / level.tile_width),
      rows: Math.ceil(level.height / level.tile_height),
      // By the sizes, not by the rounded figure of the file: every level fills the image exactly.
      scale: { x: width / level.width, y: height / level.height },
    })),
  }
}

export function levelOf(grid: TileGrid, level: number): GridLevel {
  const found = grid.levels[level]
  if (found === undefined) throw new RangeError(`The image has no level ${level}.`)
  return found
}

/** Pixels of its level that a tile has in the image: what pads it at the right and at the bottom is left out. */
export function tilePixels(grid: TileGrid, { level, x, y }: TilePlace): Size {
  const { width, height, tileWidth, tileHeight } = levelOf(grid, level)
  return {
    width: Math.min(tileWidth, width - x * tileWidth),
    height: Math.min(tileHeight, height - y * tileHeight),
  }
}

/** Where a tile lies in the image, without what pads it. */
export function tileEdges(grid: TileGrid, { level, x, y }: TilePlace): Edges {
  const { width, height, tileWidth, tileHeight, scale } = levelOf(grid, level)
  return {
    left: x * tileWidth * scale.x,
    top: y * tileHeight * scale.y,
    right: Math.min((x + 1) * tileWidth, width) * scale.x,
    bottom: Math.min((y + 1) * tileHeight, height) * scale.y,
  }
}

/** What of a length is too little to be seen, in tiles: rounding must not ask for a neighbour. */
const sliver = 1e-7

/** The tiles, first and last, that have something between two places of an axis; first > last where none has. */
export function tileRange(from: number, to: number, tileLength: number, count: number): [number, number] {
  const first = Math.max(0, Math.floor(from / tileLength + sliver))
  const last = Math.min(count - 1, Math.ceil(to / tileLength - sliver) - 1)
  return [first, last]
}

/** The tiles of a level that have something in a rectangle. */
export function tilesWithin(grid: TileGrid, level: number, edges: Edges): TilePlace[] {
  const { tileWidth, tileHeight, columns, rows, scale } = levelOf(grid, level)
  const [left, right] = tileRange(edges.left / scale.x, edges.right / scale.x, tileWidth, columns)
  const [top, bottom] = tileRange(edges.top / scale.y, edges.bottom / scale.y, tileHeight, rows)
  const places: TilePlace[] = []
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) places.push({ level, x, y })
  return places
}

export const placeKey = ({ level, x, y }: TilePlace): string => `${level}/${x}/${y}`
