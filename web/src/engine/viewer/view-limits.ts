import type { Point } from '@cresyl/contract/slides/affine'
import { mostDigitalZoom } from './objective.ts'
import { fitted, type Size, type Viewport, visibleBox } from './viewport.ts'

/** The whole image is never smaller than so much of the screen. */
const leastPart = 0.5
/** How far the middle of the screen may leave the image, as a part of the screen: some of it is always seen. */
const mostBeyond = 0.4

/** The nearest viewport that one may have: not too close, not too far, and not away from the image. */
export function limited(viewport: Viewport, image: Size, size: Size): Viewport {
  const resolution = limitedResolution(viewport, image, size)
  const near = { ...viewport, resolution }
  return { ...near, center: limitedCenter(near.center, image, visibleBox(near, size)) }
}

export function limitedResolution(viewport: Viewport, image: Size, size: Size): number {
  const whole = fitted(image, size, viewport).resolution
  // An image of a few pixels is blown up further, to be shown as a whole.
  return clamp(viewport.resolution, Math.min(1 / mostDigitalZoom, whole), whole / leastPart)
}

/** `visible` is as large as the upright box of the image around all that is seen. */
export function limitedCenter({ x, y }: Point, image: Size, visible: Size): Point {
  const [beyondX, beyondY] = [visible.width * mostBeyond, visible.height * mostBeyond]
  return {
    x: clamp(x, -beyondX, image.width + beyondX),
    y: clamp(y, -beyondY, image.height + beyondY),
  }
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)
