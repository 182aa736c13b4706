import { applyAffine, chain, type Point, scaling } from '@cresyl/contract/affine'
import { type Size, screenToImage, type Viewport } from '../../../engine/viewer/viewport.ts'

/** How large the picture of a whole image is that fits into a box, in CSS pixels. */
export function pictureSize(image: Size, box: Size): Size {
  const scale = Math.min(box.width / image.width, box.height / image.height)
  return {
    width: Math.max(1, Math.round(image.width * scale)),
    height: Math.max(1, Math.round(image.height * scale)),
  }
}

/** The corners of what is seen, on the picture, around it. */
export function seenCorners(viewport: Viewport, size: Size, image: Size, picture: Size): readonly Point[] {
  const toPicture = chain(
    screenToImage(viewport, size),
    scaling(picture.width / image.width, picture.height / image.height),
  )
  const corners = [
    { x: 0, y: 0 },
    { x: size.width, y: 0 },
    { x: size.width, y: size.height },
    { x: 0, y: size.height },
  ]
  return corners.map((corner) => applyAffine(toPicture, corner))
}

/** Whether a point lies in a figure without dents. */
export function isInsideCorners(corners: readonly Point[], { x, y }: Point): boolean {
  const sides = corners.map((from, at) => {
    const to = corners[(at + 1) % corners.length] ?? from
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)
  })
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0)
}

/** From a place on the picture to pixels of the image. */
export const onImage = (place: Point, image: Size, picture: Size): Point => ({
  x: (place.x * image.width) / picture.width,
  y: (place.y * image.height) / picture.height,
})

/** The middle of a view stays on the image. */
export const keptOnImage = ({ x, y }: Point, image: Size): Point => ({
  x: Math.min(Math.max(x, 0), image.width),
  y: Math.min(Math.max(y, 0), image.height),
})
