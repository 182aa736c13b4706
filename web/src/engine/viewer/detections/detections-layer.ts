import { type Affine, chain, scaling, stepLengths } from '@cresyl/contract/slides/affine'
import { transformBetween } from '@cresyl/contract/slides/image-space'
import { paintSights, sightsOf } from '../sights.ts'
import type { SlideView } from '../slide-view.ts'
import type { TilePlace } from '../tiles/tile-grid.ts'
import { createViewCanvas, fitViewCanvas } from '../view-canvas.ts'
import { imageToScreen } from '../viewport.ts'
import { detectionPlaces, parentOf, spanOf } from './detections-grid.ts'
import type { DetectionsSource, DetectionTile } from './detections-source.ts'

export interface DetectionsLayer {
  /** From 0, not seen, to 1. */
  setOpacity(opacity: number): void
  /** What is greater lies above. */
  setRank(rank: number): void
  remove(): void
}

/** Lays the detections of a run over a view; null where nobody knows how they lie on its image. */
export function addDetectionsLayer(
  view: SlideView,
  source: DetectionsSource,
  colours: readonly string[],
  opacity: number,
): DetectionsLayer | null {
  const { index } = source
  const toImage = transformBetween(index.space, view.image.space)
  if (toImage === undefined) return null
  const canvas = createViewCanvas('detections-layer')
  canvas.style.opacity = String(opacity)
  const who = {}

  const layer = view.addLayer({
    kind: 'overlays',
    draw: (frame) => {
      fitViewCanvas(canvas, frame)
      const context = canvas.getContext('2d')
      if (context === null) return canvas
      source.want(
        who,
        sightsOf(frame).flatMap((sight) => detectionPlaces(index, toImage, sight)),
      )
      paintSights(context, frame, (sight) => {
        const toCanvas = chain(toImage, imageToScreen(sight.viewport, sight.size), scaling(sight.pixelRatio))
        context.imageSmoothingEnabled = false
        for (const place of detectionPlaces(index, toImage, sight))
          paint(context, source, place, toCanvas, colours, sight.pixelRatio)
      })
      return canvas
    },
  })
  const leave = source.subscribe(() => layer.changed())
  return {
    setOpacity: (next) => {
      canvas.style.opacity = String(next)
    },
    setRank: layer.setRank,
    remove: () => {
      leave()
      source.leave(who)
      layer.remove()
    },
  }
}

/** What is not there yet is drawn from the next coarser tile that is, cut to its place. */
function paint(
  context: CanvasRenderingContext2D,
  source: DetectionsSource,
  place: TilePlace,
  toCanvas: Affine,
  colours: readonly string[],
  pixelRatio: number,
): void {
  const found = nearest(source, place)
  if (found === null) return
  const [a, b, c, d, e, f] = toCanvas
  context.save()
  context.setTransform(a, d, b, e, c, f)
  if (found.place.level !== place.level) {
    const span = spanOf(source.index, place.level)
    context.beginPath()
    context.rect(place.x * span, place.y * span, span, span)
    context.clip()
  }
  const span = spanOf(source.index, found.place.level)
  context.translate(found.place.x * span, found.place.y * span)
  const { paths, density } = found.tile
  if (density) context.drawImage(density, 0, 0, span, span)
  if (paths) {
    const { x } = stepLengths(toCanvas)
    context.lineWidth = (1.5 * pixelRatio) / x
    paths.forEach((path, kind) => {
      context.strokeStyle = colours[kind] ?? 'black'
      context.stroke(path)
    })
  }
  context.restore()
}

function nearest(
  source: DetectionsSource,
  wanted: TilePlace,
): { place: TilePlace; tile: DetectionTile } | null {
  for (let place = wanted; place.level < source.index.levels; place = parentOf(place)) {
    const tile = source.find(place)
    if (tile) return { place, tile }
  }
  return null
}
