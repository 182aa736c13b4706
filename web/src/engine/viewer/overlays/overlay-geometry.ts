import {
  type Affine,
  applyAffine,
  chain,
  invert,
  type Point,
  scaling,
  stepLengths,
} from '@cresyl/contract/slides/affine'
import { type ImageSpace, mapBox, transformBetween } from '@cresyl/contract/slides/image-space'
import { seenBox } from '../sights.ts'
import { type TileGrid, type TilePlace, tilesWithin } from '../tiles/tile-grid.ts'
import type { Frame } from '../tiles/tile-layer.ts'
import { levelFor, nearestFirst } from '../tiles/visible-tiles.ts'
import { imageToScreen } from '../viewport.ts'
import type { Overlay } from './overlay.ts'

/** From pixels of the overlay to those of the image; undefined where nobody knows how they lie. */
export const overlayToImage = ({ space }: Pick<Overlay, 'space'>, image: ImageSpace): Affine | undefined =>
  transformBetween(space, image)

/** What of an overlay a frame needs, and where it is drawn. */
export interface OverlayScene {
  /** Nearest to what is looked at first. */
  readonly places: readonly TilePlace[]
  /** From pixels of the overlay to pixels of the screen. */
  readonly toCanvas: Affine
  /** Pixels of the screen in a pixel of the overlay. */
  readonly cell: number
}

/** `isFinest`: only the finest level will do. */
export function overlayScene(isFinest: boolean, grid: TileGrid, toImage: Affine, frame: Frame): OverlayScene {
  const { viewport, size, pixelRatio, focus } = frame
  const toCanvas = chain(toImage, imageToScreen(viewport, size), scaling(pixelRatio))
  const steps = stepLengths(toCanvas)
  const cell = Math.min(steps.x, steps.y)
  const level = isFinest ? 0 : levelFor(grid, 1 / cell, 1)
  const toOverlay = invert(toImage)
  const box = mapBox(seenBox(frame), toOverlay)
  const edges = { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height }
  const places = tilesWithin(grid, level, edges)
  return {
    places: nearestFirst(grid, places, applyAffine(toOverlay, focus ?? viewport.center)),
    toCanvas,
    cell,
  }
}

/** The tiles of every level that have a point in them, the finest first. */
export function tilesAt({ levels, width, height }: TileGrid, { x, y }: Point): TilePlace[] {
  if (!(x >= 0 && y >= 0 && x < width && y < height)) return []
  return levels.map(({ scale, tileWidth, tileHeight }, level) => ({
    level,
    x: Math.floor(x / scale.x / tileWidth),
    y: Math.floor(y / scale.y / tileHeight),
  }))
}
