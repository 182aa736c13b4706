import { applyAffine } from '@cresyl/contract/affine'
import type { Position } from '@cresyl/contract/annotation-geometry'
import type { SlideView } from '../../viewer/slide-view.ts'
import { imageToScreen, screenToImage } from '../../viewer/viewport.ts'
import { signedArea } from '../geometry/clip.ts'
import { type Figure, geometryOf } from '../geometry/combine.ts'
import { simplified } from '../geometry/simplify.ts'
import { grownMask, outlinesOf } from './grow-region.ts'

/** CSS pixels: smaller holes are noise of the picture. */
const leastHole = 60

/** What looks alike on the screen around places of the image, as a shape of the image. */
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
  if (mask === null) return null
  const rings = outlinesOf(mask, picture.width, picture.height)
  const toImage = screenToImage(view.viewport(), view.size())
  const inImage = (ring: Position[]) =>
    ring.map(([x, y]): Position => {
      const place = applyAffine(toImage, { x, y })
      return [place.x, place.y]
    })
  const outlines = rings.filter((ring) => signedArea(ring) > 0)
  const holes = rings.filter((ring) => signedArea(ring) < -leastHole)
  const geometry = geometryOf(outlines.map((ring, at) => (at === 0 ? [ring, ...holes] : [ring]).map(inImage)))
  if (geometry === null) return null
  return { geometry: simplified(geometry, view.viewport().resolution), shape: 'polygon' }
}
