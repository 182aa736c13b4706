import { type Affine, chain, scaling } from '@cresyl/contract/affine'
import { transformBetween } from '@cresyl/contract/image-space'
import { overlayScene } from '../overlays/overlay-geometry.ts'
import type { SlideView } from '../slide-view.ts'
import { coverPlaces } from '../tiles/cover.ts'
import { tileEdges } from '../tiles/tile-grid.ts'
import { createViewCanvas, fitViewCanvas } from '../view-canvas.ts'
import { imageToScreen } from '../viewport.ts'
import { edgesOfFinished } from './chunk-places.ts'
import type { ChunkSource, ChunkTile } from './chunk-source.ts'

export interface ChunkLayerOptions {
  /** An image hides what it was made of; a mask or a heat map lets it shine through. */
  readonly kind: 'images' | 'overlays'
  /** From 0, not seen, to 1. */
  readonly opacity: number
  /** What tiles without anything in them show; null where that is nothing. */
  readonly background: string | null
}

/** Lays what is done of a run over a view; null where nobody knows how it lies on its image. */
export function addChunkLayer(
  view: SlideView,
  source: ChunkSource,
  { kind, opacity, background }: ChunkLayerOptions,
): { remove(): void } | null {
  const { grid, chunks } = source
  const toImage = transformBetween(chunks.space, view.image.space)
  if (toImage === undefined) return null
  const canvas = createViewCanvas('chunk-layer')
  canvas.style.opacity = String(opacity)
  const who = {}
  const layer = view.addLayer({
    kind,
    draw: (frame) => {
      fitViewCanvas(canvas, frame)
      const context = canvas.getContext('2d')
      if (context === null) return canvas
      const { places, toCanvas, cell } = overlayScene(false, grid, toImage, frame)
      const there = source.want(who, places)
      begin(context, toCanvas)
      // Half a pixel of the screen over the edge, so that the slide doesn't shine through between two.
      const over = 0.5 / cell
      const { tiles } = coverPlaces<ChunkTile>(grid, there, {
        current: source.find,
        earlier: () => undefined,
      })
      // What comes first hides what comes later.
      for (const { place, content } of tiles.toReversed()) {
        const { left, top, right, bottom } = tileEdges(grid, place)
        const [width, height] = [right - left + 2 * over, bottom - top + 2 * over]
        if (content.picture !== null)
          context.drawImage(content.picture, left - over, top - over, width, height)
        else if (background !== null) {
          context.fillStyle = background
          context.fillRect(left - over, top - over, width, height)
        }
      }
      return canvas
    },
  })
  return placed(layer, source, who)
}

/** Shades what is done of a run whose outputs aren't pictures. */
export function addShadeLayer(
  view: SlideView,
  source: ChunkSource,
  color: string,
): { remove(): void } | null {
  const { grid, chunks } = source
  const toImage = transformBetween(chunks.space, view.image.space)
  if (toImage === undefined) return null
  const canvas = createViewCanvas('chunk-layer')
  const layer = view.addLayer({
    kind: 'overlays',
    draw: (frame) => {
      fitViewCanvas(canvas, frame)
      const context = canvas.getContext('2d')
      if (context === null) return canvas
      begin(context, chain(toImage, imageToScreen(frame.viewport, frame.size), scaling(frame.pixelRatio)))
      context.fillStyle = color
      for (const { left, top, right, bottom } of edgesOfFinished(grid, source.chunks))
        context.fillRect(left, top, right - left, bottom - top)
      return canvas
    },
  })
  return placed(layer, source, {})
}

function begin(context: CanvasRenderingContext2D, [a, b, c, d, e, f]: Affine): void {
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, context.canvas.width, context.canvas.height)
  context.setTransform(a, d, b, e, c, f)
}

function placed(layer: { changed(): void; remove(): void }, source: ChunkSource, who: object) {
  const leave = source.subscribe(() => layer.changed())
  return {
    remove: () => {
      leave()
      source.leave(who)
      layer.remove()
    },
  }
}
