import type { Point } from '@cresyl/contract/affine'
import type OpenLayersMap from 'ol/Map.js'
import type { Display } from './display/display.ts'
import type { TileStatus } from './tiles/tile-layer.ts'
import type { Plane, ViewedImage } from './viewed-image.ts'
import type { Size, Viewport } from './viewport.ts'

/** One picture of an image that can be moved: what a pane shows. */
export interface SlideView {
  readonly image: ViewedImage
  viewport(): Viewport
  /** Where it is moving to by itself; while it rests, the viewport. What adds to a move begins here: keys held down. */
  aim(): Viewport
  size(): Size
  display(): Display
  plane(): Plane
  status(): TileStatus
  /** Where the pointer is, in pixels of the image; null while it is elsewhere. */
  cursor(): Point | null
  /** Moves there, in 150 ms where asked to and nobody prefers less motion. */
  show(viewport: Partial<Viewport>, options?: { animated?: boolean }): void
  fit(options?: { animated?: boolean }): void
  setDisplay(display: Display): void
  setPlane(plane: Plane): void
  /** Through the views one has had: those at which one stayed for a moment. */
  back(): void
  forward(): void
  retry(): void
  subscribe(what: ViewChange, listener: () => void): () => void
  /** The map of OpenLayers, for layers and interactions that lie over the picture: tools, annotations, overlays. */
  readonly map: OpenLayersMap
  /** The picture as it is seen, without anything over it. */
  readonly canvas: HTMLCanvasElement
  destroy(): void
}

export type ViewChange = 'viewport' | 'size' | 'display' | 'plane' | 'status' | 'cursor'
