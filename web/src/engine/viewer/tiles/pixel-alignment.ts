import { type Affine, applyAffine, chain, type Point, translation } from '@cresyl/contract/slides/affine'

/** How far a level may be from the pixels of the screen and still be one to one: less than half of one over a screen. */
const tolerance = 1e-4

/**
 * Moves the picture by half a pixel of the screen at most, so that each of its pixels is one of the screen: otherwise all
 * would be a mixture of four, and soft. Only where a level is seen one to one and straight; `pixel` is the size of its
 * pixels in the image, `near` a place that is seen.
 */
export function alignedToPixels(toCanvas: Affine, pixel: Point, near: Point): Affine {
  const [a, b, , d, e] = toCanvas
  const isUpright = isOne(a * pixel.x) && isOne(e * pixel.y) && isNone(b * pixel.y) && isNone(d * pixel.x)
  const isOnItsSide = isOne(b * pixel.y) && isOne(d * pixel.x) && isNone(a * pixel.x) && isNone(e * pixel.y)
  if (!isUpright && !isOnItsSide) return toCanvas
  const corner = { x: Math.round(near.x / pixel.x) * pixel.x, y: Math.round(near.y / pixel.y) * pixel.y }
  const { x, y } = applyAffine(toCanvas, corner)
  return chain(toCanvas, translation(Math.round(x) - x, Math.round(y) - y))
}

const isOne = (length: number) => Math.abs(Math.abs(length) - 1) < tolerance
const isNone = (length: number) => Math.abs(length) < tolerance
