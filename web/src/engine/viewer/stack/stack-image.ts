import { type Affine, identity } from '@cresyl/contract/slides/affine'
import { mapBetween, nearestPlane, transformBetween } from '@cresyl/contract/slides/image-space'
import { firstFocusPlane } from '@cresyl/contract/slides/viewers'
import type { Display } from '../display/display.ts'
import type { TileLayer } from '../tiles/tile-layer.ts'
import type { Plane, ViewedImage } from '../viewed-image.ts'

/** An image of a stack as it can be drawn. */
export interface StackImage {
  readonly image: ViewedImage
  readonly tiles: TileLayer
  /** From its pixels to those of the view's own image; undefined for that one. */
  readonly placed: Affine | undefined
  display: Display
}

/** From the pixels of an image to those of the view's own; undefined where nobody knows how they lie. */
export const placementIn = (own: ViewedImage, image: ViewedImage): Affine | undefined =>
  transformBetween(image.space, own.space)

/** Whether its pixels are those of the view's own image, so that both may be moved to whole pixels of the screen. */
export function hasSamePixels({ placed }: Pick<StackImage, 'placed'>): boolean {
  return !placed || placed.every((figure, index) => Math.abs(figure - (identity[index] ?? 0)) < 1e-9)
}

/** The plane of an image that lies where that of another does; its middle one where it has depths of its own. */
export function planeLike(image: ViewedImage, own: ViewedImage, plane: Plane): Plane {
  const { size_z: depth, size_t: moments } = image.pyramid
  const there = mapBetween(own.space, image.space)?.({ x: 0, y: 0, ...plane })
  const z =
    there?.z === undefined || !image.space.z ? firstFocusPlane(depth) : nearestPlane(image.space.z, there.z)
  const t = there?.t === undefined || !image.space.t ? 0 : nearestPlane(image.space.t, there.t)
  return { z: Math.min(z, depth - 1), t: Math.min(t, moments - 1) }
}
