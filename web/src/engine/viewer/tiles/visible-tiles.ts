import type { Point } from '@cresyl/contract/slides/affine'
import { levelOf, type TileGrid, type TilePlace, tileEdges, tileRange } from './tile-grid.ts'

/**
 * The coarsest level that has at least one pixel for every pixel of the screen: never blurrier than needed, never more
 * tiles. Beyond full resolution that is full resolution.
 */
export function levelFor(grid: TileGrid, resolution: number, pixelRatio: number): number {
  // A view of exactly one to four must not take the finer level because of the last digit.
  const wanted = (resolution / pixelRatio) * (1 + 1e-3)
  let [best, coarsest] = [0, 0]
  grid.levels.forEach(({ scale }, level) => {
    const coarseness = Math.max(scale.x, scale.y)
    if (coarseness <= wanted && coarseness > coarsest) [best, coarsest] = [level, coarseness]
  })
  return best
}

/** The tiles of a level whose rectangle meets a convex shape, in pixels of full resolution; each once. */
export function tilesMeeting(grid: TileGrid, level: number, shape: readonly Point[]): TilePlace[] {
  if (shape.length === 0) return []
  const { width, height, tileWidth, tileHeight, columns, rows, scale } = levelOf(grid, level)
  const seen = shape.map(({ x, y }) => ({ x: x / scale.x, y: y / scale.y }))
  const ys = seen.map(({ y }) => y)
  const [top, bottom] = tileRange(Math.min(...ys), Math.max(...ys), tileHeight, rows)
  const places: TilePlace[] = []
  for (let y = top; y <= bottom; y++) {
    // Of what lies in one row, the outermost places say which tiles: the shape has no holes and no dents.
    const span = spanBetween(seen, y * tileHeight, Math.min((y + 1) * tileHeight, height))
    if (span === null || span[0] >= width) continue
    const [left, right] = tileRange(span[0], Math.min(span[1], width), tileWidth, columns)
    for (let x = left; x <= right; x++) places.push({ level, x, y })
  }
  return places
}

/** How far to the left and right a convex shape reaches between two heights; null where it has nothing there. */
function spanBetween(shape: readonly Point[], top: number, bottom: number): [number, number] | null {
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const take = (x: number) => {
    left = Math.min(left, x)
    right = Math.max(right, x)
  }
  shape.forEach((from, index) => {
    const to = shape[(index + 1) % shape.length] ?? from
    if (from.y >= top && from.y <= bottom) take(from.x)
    for (const y of [top, bottom]) {
      if (from.y < y !== to.y < y) take(from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y))
    }
  })
  return left < right ? [left, right] : null
}

/** What is looked at first: in pixels of full resolution. */
export function nearestFirst(grid: TileGrid, places: readonly TilePlace[], point: Point): TilePlace[] {
  const distance = (place: TilePlace) => {
    const { left, top, right, bottom } = tileEdges(grid, place)
    return Math.hypot((left + right) / 2 - point.x, (top + bottom) / 2 - point.y)
  }
  return places
    .map((place) => ({ place, distance: distance(place) }))
    .sort((one, other) => one.distance - other.distance)
    .map(({ place }) => place)
}
