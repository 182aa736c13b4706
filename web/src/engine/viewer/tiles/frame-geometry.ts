import {
  type Affine,
  applyAffine,
  chain,
  invert,
  type Point,
  stepLengths,
} from '@cresyl/contract/slides/affine'
import { imageToScreen, type Size, type Viewport } from '../viewport.ts'
import type { Frame } from './tile-layer.ts'

/** From pixels of the image that is drawn to CSS pixels of the screen. */
export function drawnToScreen({ viewport, size, placed }: Frame): Affine {
  const toScreen = imageToScreen(viewport, size)
  return placed ? chain(placed, toScreen) : toScreen
}

/** Pixels of the image that is drawn in a CSS pixel: of the finer direction where they differ. */
export function drawnResolution({ viewport, placed }: Frame): number {
  if (!placed) return viewport.resolution
  const { x, y } = stepLengths(placed)
  return viewport.resolution / Math.max(x, y)
}

/** What is looked at, in pixels of the image that is drawn: where the pointer is, else the middle. */
export const focusOf = (frame: Frame): Point => drawnPoint(frame, frame.focus ?? frame.viewport.center)

/** What lies in the middle of the screen, in pixels of the image that is drawn. */
export const drawnCenter = (frame: Frame): Point => drawnPoint(frame, frame.viewport.center)

const drawnPoint = ({ placed }: Frame, point: Point) => (placed ? applyAffine(invert(placed), point) : point)

/** What of the image is seen: a convex shape in its pixels; empty where nothing can be. */
export function seenShape(frame: Frame): Point[] {
  const { size, within = screenShape(size) } = frame
  if (size.width <= 0 || size.height <= 0) return []
  const toImage = invert(drawnToScreen(frame))
  return within.map((corner) => applyAffine(toImage, corner))
}

/** All of the screen. */
export const screenShape = ({ width, height }: Size): Point[] => [
  { x: 0, y: 0 },
  { x: width, y: 0 },
  { x: width, y: height },
  { x: 0, y: height },
]

/** The same frame, seen from elsewhere. */
export const seenFrom = (frame: Frame, viewport: Viewport): Frame => ({ ...frame, viewport })
