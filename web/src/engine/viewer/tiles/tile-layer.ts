import type { Point } from '@cresyl/contract/affine'
import type { Display } from '../display/display.ts'
import type { Plane } from '../viewed-image.ts'
import type { Size, Viewport } from '../viewport.ts'

/** What is to be drawn now. */
export interface Frame {
  readonly viewport: Viewport
  readonly size: Size
  /** Pixels of the screen in a CSS pixel. */
  readonly pixelRatio: number
  /** Whether the picture is moving: then the depth of 8 bits and a little less sharpness do. */
  readonly moving: boolean
  /** Where the pointer is, in pixels of the image: what lies nearest comes first. The center when left out. */
  readonly focus?: Point | undefined
}

export interface TileStatus {
  /** Tiles that the view needs, of those how many are there, and how many could not be had. */
  readonly wanted: number
  readonly loaded: number
  readonly failed: number
}

/** The picture of one image, tile by tile. Draws what it has and fetches what is missing. */
export interface TileLayer {
  readonly canvas: HTMLCanvasElement
  /** Draws now what is there; what is missing is asked for, and listeners are told when there is more to draw. */
  render(frame: Frame): void
  setDisplay(display: Display): void
  setPlane(plane: Plane): void
  /** Of the last frame. */
  status(): TileStatus
  /** Called when there is something new to draw, or the status has changed. */
  subscribe(listener: () => void): () => void
  /** Asks again for all that could not be had. */
  retry(): void
  destroy(): void
}
