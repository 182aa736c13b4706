import type { DetectionsIndex } from '@cresyl/contract/predictors/inference-outputs'
import { type Affine, chain, invert, stepLengths } from '@cresyl/contract/slides/affine'
import { mapBox } from '@cresyl/contract/slides/image-space'
import { seenBox } from '../sights.ts'
import type { TilePlace } from '../tiles/tile-grid.ts'
import type { Frame } from '../tiles/tile-layer.ts'
import { imageToScreen } from '../viewport.ts'

type Grid = Pick<DetectionsIndex, 'space' | 'tile_side' | 'density_cells' | 'levels'>

/** From so many CSS pixels in a pixel of the grid on, single things are drawn: then outlines can be told apart. */
const singleFrom = 0.4
/** A cell that counts has at least so many CSS pixels a side. */
const smallestCell = 4

/** Pixels of the grid that a tile spans. */
export const spanOf = ({ tile_side }: Pick<Grid, 'tile_side'>, level: number): number =>
  tile_side * 2 ** level

/** The level to draw where a pixel of the grid has so many CSS pixels. */
export function detectionLevel(grid: Grid, pixel: number): number {
  if (pixel >= singleFrom || grid.levels === 1) return 0
  const cell = (level: number) => (spanOf(grid, level) / grid.density_cells) * pixel
  let level = 1
  while (level < grid.levels - 1 && cell(level) < smallestCell) level += 1
  return level
}

/** The tiles that are seen. `toImage` is from pixels of the grid to those of the image. */
export function detectionPlaces(
  grid: Grid,
  toImage: Affine,
  sight: Pick<Frame, 'viewport' | 'size' | 'within'>,
): TilePlace[] {
  const steps = stepLengths(chain(toImage, imageToScreen(sight.viewport, sight.size)))
  const level = detectionLevel(grid, Math.min(steps.x, steps.y))
  const span = spanOf(grid, level)
  const box = mapBox(seenBox(sight), invert(toImage))
  const { width, height } = grid.space
  const [left, right] = tilesBetween(box.x, box.x + box.width, width, span)
  const [top, bottom] = tilesBetween(box.y, box.y + box.height, height, span)
  const places: TilePlace[] = []
  for (let y = top; y <= bottom; y += 1) for (let x = left; x <= right; x += 1) places.push({ level, x, y })
  return places
}

function tilesBetween(from: number, to: number, end: number, span: number): [first: number, last: number] {
  return [Math.max(0, Math.floor(from / span)), Math.min(Math.ceil(end / span) - 1, Math.floor(to / span))]
}

/** The tile of the next level that a tile is a quarter of. */
export const parentOf = ({ level, x, y }: TilePlace): TilePlace => ({
  level: level + 1,
  x: Math.floor(x / 2),
  y: Math.floor(y / 2),
})
