import { applyAffine, chain, invert, type Point, scaling } from '@cresyl/contract/slides/affine'
import { paintSights, sightsOf } from '../sights.ts'
import type { SlideView } from '../slide-view.ts'
import { type CoverTile, coverPlaces } from '../tiles/cover.ts'
import { levelOf, tileEdges } from '../tiles/tile-grid.ts'
import type { Frame } from '../tiles/tile-layer.ts'
import { createViewCanvas, fitViewCanvas } from '../view-canvas.ts'
import { imageToScreen } from '../viewport.ts'
import { type Lookup, lookupOf } from './lookup.ts'
import { type OverlayLook, takesFinest } from './overlay.ts'
import { type OverlayScene, overlayScene, overlayToImage } from './overlay-geometry.ts'
import type { OverlaySource } from './overlay-source.ts'
import type { OverlayTile } from './overlay-tile.ts'

/** An overlay as it lies over one view. */
export interface OverlayLayer {
  setLook(look: OverlayLook): void
  /** What is greater lies above. */
  setRank(rank: number): void
  remove(): void
}

/** The number at a place of the image: 0 where there is nothing, null where it isn't known yet. */
export function valueOver(view: SlideView, source: OverlaySource, point: Point): number | null {
  const toImage = overlayToImage(source.overlay, view.image.space)
  return toImage === undefined ? null : source.valueAt(applyAffine(invert(toImage), point))
}

/** Null where nobody knows how the overlay lies on the image of the view. */
export function addOverlayLayer(
  view: SlideView,
  source: OverlaySource,
  initial: OverlayLook,
): OverlayLayer | null {
  const { overlay, grid } = source
  const toImage = overlayToImage(overlay, view.image.space)
  if (toImage === undefined) return null
  const canvas = createViewCanvas('overlay-layer')
  const who = {}
  let look = initial
  let lookup = lookupOf(overlay, look)
  // The browser blends the whole at once: where tiles meet, none is seen through another.
  canvas.style.opacity = String(look.opacity)

  const layer = view.addLayer({
    kind: 'overlays',
    draw: (frame) => {
      fitViewCanvas(canvas, frame)
      const context = canvas.getContext('2d')
      if (context === null) return canvas
      const sceneOf = (sight: Frame) => overlayScene(takesFinest(overlay), grid, toImage, sight)
      source.want(
        who,
        sightsOf(frame).flatMap((sight) => sceneOf(sight).places),
      )
      const kept = { current: source.find, earlier: () => undefined }
      paintSights(context, frame, (sight) => {
        const scene = sceneOf(sight)
        const { tiles } = coverPlaces<OverlayTile>(grid, scene.places, kept)
        paint(context, source, scene, tiles, lookup, () => {
          const toCanvas = chain(imageToScreen(sight.viewport, sight.size), scaling(sight.pixelRatio))
          const [a, b, c, d, e, f] = toCanvas
          context.setTransform(a, d, b, e, c, f)
          context.rect(0, 0, view.image.space.width, view.image.space.height)
        })
      })
      return canvas
    },
  })

  const leave = source.subscribe(() => layer.changed())
  return {
    setLook: (next) => {
      const isRecoloured = next.colours !== look.colours || next.limit !== look.limit
      look = next
      canvas.style.opacity = String(next.opacity)
      if (!isRecoloured) return
      lookup = lookupOf(overlay, next)
      layer.changed()
    },
    setRank: layer.setRank,
    remove: () => {
      leave()
      source.leave(who)
      layer.remove()
    },
  }
}

function paint(
  context: CanvasRenderingContext2D,
  { overlay, grid }: OverlaySource,
  { toCanvas: [a, b, c, d, e, f], cell }: OverlayScene,
  tiles: readonly CoverTile<OverlayTile>[],
  lookup: Lookup,
  traceImage: () => void,
): void {
  context.save()
  // The last cells may reach beyond the edge of the image.
  context.beginPath()
  traceImage()
  context.clip()
  context.setTransform(a, d, b, e, c, f)
  // Cells and pixels stay what they are, however large; only where several fall into one of the screen they are mixed.
  context.imageSmoothingEnabled = overlay.kind === 'mask' && cell < 1
  // What comes first hides what comes later.
  for (const { place, content } of tiles.toReversed()) {
    const picture = content.painted(lookup)
    if (picture === null) continue
    const { left, top, right, bottom } = tileEdges(grid, place)
    const { columns, rows } = levelOf(grid, place.level)
    // Half a pixel of the screen over the edge, so that the slide doesn't shine through between two.
    const over = columns * rows === 1 ? 0 : 0.5 / cell
    context.drawImage(picture, left - over, top - over, right - left + 2 * over, bottom - top + 2 * over)
  }
  context.restore()
}
