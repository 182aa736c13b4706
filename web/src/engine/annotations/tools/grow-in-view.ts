import type { Position } from '@cresyl/contract/annotations/annotation-geometry'
import { type Affine, applyAffine } from '@cresyl/contract/slides/affine'
import type { SlideView } from '../../viewer/slide-view.ts'
import { imageToScreen, screenToImage } from '../../viewer/viewport.ts'
import { shared, signedArea, united, without } from '../geometry/clip.ts'
import { type Figure, geometryOf } from '../geometry/combine.ts'
import { simplifiedRing } from '../geometry/simplify.ts'
import { grownMask, isGlass, outlinesOf } from './grow-region.ts'

/** CSS pixels: smaller holes are noise of the picture. */
const leastHole = 60
/** CSS pixels that the outline may be off: the steps from pixel to pixel go. */
const tolerance = 1

/** What looks alike on the screen around places of the image, as a shape within it; null on bare glass. */
export function grownInView(view: SlideView, places: readonly Position[]): Figure | null {
  const { width, height } = view.size()
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return null
  // Read right after it is drawn: a moment later the browser may have emptied it. Scaled down, noise averages out.
  view.map.renderSync()
  context.imageSmoothingQuality = 'high'
  view.copyPicture(context, canvas)
  const picture = context.getImageData(0, 0, canvas.width, canvas.height)
  const toScreen = imageToScreen(view.viewport(), view.size())
  const onScreen = places.map(([x, y]): Position => {
    const place = applyAffine(toScreen, { x, y })
    return [place.x, place.y]
  })
  const mask = grownMask(picture, onScreen)
  const [first] = onScreen
  if (mask === null || first === undefined || isGlass(picture, mask, first)) return null
  const toImage = screenToImage(view.viewport(), view.size())
  const rings = outlinesOf(mask, picture.width, picture.height)
    .map((ring) => ({ ring: simplifiedRing(ring, tolerance), area: signedArea(ring) }))
    .map(({ ring, area }) => ({ area, ring: ring.map((place) => inImage(toImage, place)) }))
  const outlines = rings.filter(({ area }) => area > 0).map(({ ring }) => [[ring]])
  const holes = rings.filter(({ area }) => area < -leastHole).map(({ ring }) => [[ring]])
  // With fewer corners rings may touch or cross: clipping takes them apart.
  const whole = without(united(...outlines), ...holes)
  const geometry = geometryOf(shared(whole, [[slideRing(view)]]))
  return geometry && { geometry, shape: 'polygon' }
}

function slideRing({ image }: SlideView): Position[] {
  const { width, height } = image.pyramid
  return [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
    [0, 0],
  ]
}

function inImage(toImage: Affine, [x, y]: Position): Position {
  const place = applyAffine(toImage, { x, y })
  return [place.x, place.y]
}
