import type { Point } from '@cresyl/contract/slides/affine'
import type OpenLayersMap from 'ol/Map.js'
import type { Display } from './display/display.ts'
import type { Picture } from './picture.ts'
import type { TileStatus } from './tiles/tile-layer.ts'
import type { LayerKind, PlacedLayer, ViewLayer } from './view-layer.ts'
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
  /**
   * Whether channels are composed here. Without WebGL they come as the server composes them: then windows, colours and
   * which are shown do nothing. Told as a change of the display.
   */
  readonly composes: boolean
  plane(): Plane
  status(): TileStatus
  /** Where the pointer is, in pixels of the image; null while it is elsewhere. */
  cursor(): Point | null
  /** Moves there, in 150 ms where asked to and nobody prefers less motion. */
  show(viewport: Partial<Viewport>, options?: { animated?: boolean }): void
  fit(options?: { animated?: boolean }): void
  /** Whether the whole image is shown, as by `fit`: it stays so when the size changes. */
  isFitted(): boolean
  setDisplay(display: Display): void
  setPlane(plane: Plane): void
  /** Through the views one has had: those at which one stayed for a moment. */
  back(): void
  forward(): void
  /** Whether there is such a view; `history` is told when this changes. */
  canGoBack(): boolean
  canGoForward(): boolean
  /** Asks again for all tiles that could not be had. */
  retry(): void
  subscribe(what: ViewChange, listener: () => void): () => void
  /** Puts something over the picture: other images, overlays, annotations, tools. It goes with the view. */
  addLayer(layer: ViewLayer): PlacedLayer
  /** Where layers of a kind were drawn last, from below. */
  drawn(kind: LayerKind): readonly HTMLElement[]
  /** The map of OpenLayers, for interactions and for vectors that it draws itself. */
  readonly map: OpenLayersMap
  /** What is drawn below everything else: null for the image alone. Who sets it ends it, not before the view is gone. */
  setPicture(picture: Picture | null): void
  /** Draws the picture as it was drawn last into another, without anything over it. */
  copyPicture: Picture['copy']
  destroy(): void
}

export type ViewChange = 'viewport' | 'size' | 'display' | 'plane' | 'status' | 'cursor' | 'history'
