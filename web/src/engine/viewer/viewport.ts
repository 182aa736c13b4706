import {
  type Affine,
  applyAffine,
  chain,
  invert,
  type Point,
  rotation,
  scaling,
  translation,
} from '@cresyl/contract/slides/affine'
import { type Box, mapBox } from '@cresyl/contract/slides/image-space'

/** What of an image is seen, and how. Places and lengths in pixels of its full resolution. */
export interface Viewport {
  /** What lies in the middle of the screen. */
  readonly center: Point
  /** Pixels of the image that one CSS pixel of the screen covers: 1 is full resolution, 4 is four times smaller. */
  readonly resolution: number
  /** Clockwise, in radians. */
  readonly rotation: number
  /** Whether left and right are exchanged on the screen, after turning. Upside down is this and half a turn. */
  readonly flipped: boolean
}

/** Of the part of the screen that shows the image, in CSS pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** From pixels of the image to CSS pixels of the screen, counted from its upper left corner. */
export function imageToScreen(viewport: Viewport, size: Size): Affine {
  const { center, resolution, rotation: angle, flipped } = viewport
  return chain(
    translation(-center.x, -center.y),
    scaling(1 / resolution),
    rotation(angle),
    scaling(flipped ? -1 : 1, 1),
    translation(size.width / 2, size.height / 2),
  )
}

export const screenToImage = (viewport: Viewport, size: Size): Affine => invert(imageToScreen(viewport, size))

export const toScreen = (viewport: Viewport, size: Size, point: Point): Point =>
  applyAffine(imageToScreen(viewport, size), point)

export const toImage = (viewport: Viewport, size: Size, point: Point): Point =>
  applyAffine(screenToImage(viewport, size), point)

/** The smallest upright box of the image that has all of the screen in it. */
export function visibleBox(viewport: Viewport, size: Size): Box {
  return mapBox({ x: 0, y: 0, ...size }, screenToImage(viewport, size))
}

/** Shows the whole image with a little air around it, turned as it is. */
export function fitted(
  image: Size,
  size: Size,
  { rotation: angle, flipped }: Viewport,
  air = 1.04,
): Viewport {
  const { width, height } = mapBox({ x: 0, y: 0, ...image }, rotation(angle))
  const resolution = Math.max(width / size.width, height / size.height) * air
  return { center: { x: image.width / 2, y: image.height / 2 }, resolution, rotation: angle, flipped }
}

/** Zooms to a resolution so that what is at a place of the screen stays there. */
export function zoomedAt(viewport: Viewport, size: Size, place: Point, resolution: number): Viewport {
  const before = toImage(viewport, size, place)
  const after = toImage({ ...viewport, resolution }, size, place)
  const center = {
    x: viewport.center.x + before.x - after.x,
    y: viewport.center.y + before.y - after.y,
  }
  return { ...viewport, center, resolution }
}

/** Moves what is seen by so many CSS pixels of the screen: to the right and down. */
export function panned(viewport: Viewport, size: Size, by: Point): Viewport {
  const middle = { x: size.width / 2 - by.x, y: size.height / 2 - by.y }
  return { ...viewport, center: toImage(viewport, size, middle) }
}

/** Exchanges left and right, or top and bottom, as they are seen. */
export function flipped(viewport: Viewport, axis: 'horizontal' | 'vertical'): Viewport {
  const turn = axis === 'vertical' ? Math.PI : 0
  return { ...viewport, flipped: !viewport.flipped, rotation: normalAngle(viewport.rotation + turn) }
}

/** Turns what is seen clockwise on the screen. */
export function turned(viewport: Viewport, by: number): Viewport {
  const sense = viewport.flipped ? -1 : 1
  return { ...viewport, rotation: normalAngle(viewport.rotation + sense * by) }
}

/** The same angle between −π and π. */
export function normalAngle(angle: number): number {
  const turn = 2 * Math.PI
  const rest = ((angle % turn) + turn) % turn
  return rest > Math.PI ? rest - turn : rest
}

export const isAsScanned = ({ rotation: angle, flipped: isFlipped }: Viewport): boolean =>
  !isFlipped && Math.abs(normalAngle(angle)) < 1e-4
