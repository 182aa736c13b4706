import type { Frame, FrameLens, TileLayer, TileStatus } from './tiles/tile-layer.ts'
import type { Size } from './viewport.ts'

/** Where a picture can be drawn, on the page or beside it. */
export type PaintContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** What a view shows below everything else: an image, or several that are compared. */
export interface Picture {
  /** Draws now what is there, and returns where: an element as large as the view. */
  draw(frame: Frame): HTMLElement
  /** Where in a frame things are seen larger or smaller than around it; undefined where nowhere. */
  lens?(frame: Frame): FrameLens | undefined
  /** Draws what was drawn last into another picture, where its sides are so many units long. */
  copy(context: PaintContext, size: Size): void
  /** Of the last frame. */
  status(): TileStatus
  /** Called when there is something new to draw, or the status has changed. */
  subscribe(listener: () => void): () => void
  retry(): void
}

/** The image alone. */
export const pictureOf = (tiles: TileLayer): Picture => ({
  draw(frame) {
    tiles.render(frame)
    return tiles.canvas
  },
  copy: (context, { width, height }) => context.drawImage(tiles.canvas, 0, 0, width, height),
  status: tiles.status,
  subscribe: tiles.subscribe,
  retry: tiles.retry,
})
