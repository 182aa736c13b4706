import { type Affine, chain, scaling } from '@cresyl/contract/slides/affine'
import { transformBetween } from '@cresyl/contract/slides/image-space'
import { overlayScene } from '../overlays/overlay-geometry.ts'
import { paintSights } from '../sights.ts'
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
  const through = {}
  const layer = view.addLayer({
    kind,
    draw: (frame) => {
      fitViewCanvas(canvas, frame)
      const context = canvas.getContext('2d')
      if (context === null) return canvas
      if (!frame.lens) source.leave(through)
      paintSights(context, frame, (sight) => {
        const { places, toCanvas, cell } = overlayScene(false, grid, toImage, sight)
        const there = source.want(sight === frame ? who : through, places)
        begin(context, toCanvas)
        // Half a pixel of the screen over the edge, so that the slide doesn't shine through between two.
        const over = 0.5 / cell
        const kept = { current: source.find, earlier: () => undefined }
        // What comes first hides what comes later.
        for (const { place, content } of coverPlaces<ChunkTile>(grid, there, kept).tiles.toReversed()) {
          const { left, top, right, bottom } = tileEdges(grid, place)
          const part = [left - over, top - over, right - left + 2 * over, bottom - top + 2 * over] as const
          if (content.picture !== null) context.drawImage(content.picture, ...part)
          else if (background !== null) {
            context.fillStyle = background
            context.fillRect(...part)
          }
        }
      })
      return canvas
    },
  })
  return placed(layer, source, [who, through])
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
      paintSights(context, frame, ({ viewport, size, pixelRatio }) => {
        begin(context, chain(toImage, imageToScreen(viewport, size), scaling(pixelRatio)))
        context.fillStyle = color
        for (const { left, top, right, bottom } of edgesOfFinished(grid, source.chunks))
          context.fillRect(left, top, right - left, bottom - top)
      })
      return canvas
    },
  })
  return placed(layer, source, [])
}

function begin(context: CanvasRenderingContext2D, [a, b, c, d, e, f]: Affine): void {
  context.setTransform(a, d, b, e, c, f)
}

function placed(layer: { changed(): void; remove(): void }, source: ChunkSource, wanting: readonly object[]) {
  const leave = source.subscribe(() => layer.changed())
  return {
    remove: () => {
      leave()
      for (const who of wanting) source.leave(who)
      layer.remove()
    },
  }
}
