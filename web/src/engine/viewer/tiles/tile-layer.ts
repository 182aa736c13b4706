import type { Affine, Point } from '@cresyl/contract/slides/affine'
import type { Display } from '../display/display.ts'
import type { Plane } from '../viewed-image.ts'
import type { Size, Viewport } from '../viewport.ts'

/** What is to be drawn now. */
export interface Frame {
  readonly viewport: Viewport
  /** Where it is moving to by itself: what is seen there is fetched, and not what is passed. The viewport when left out. */
  readonly aim?: Viewport | undefined
  readonly size: Size
  /** Pixels of the screen in a CSS pixel. */
  readonly pixelRatio: number
  /** Whether the picture is moving: then the depth of 8 bits and a little less sharpness do. */
  readonly moving: boolean
  /** Where the pointer is, in pixels of the image: what lies nearest comes first. The center when left out. */
  readonly focus?: Point | undefined
  /** From pixels of the image that is drawn to those that the viewport counts in; they are the same when left out. */
  readonly placed?: Affine | undefined
  /** All that is seen of it: a convex shape in CSS pixels of the screen. The whole screen when left out. */
  readonly within?: readonly Point[] | undefined
  /** Whether it lies exactly where it belongs, rather than on whole pixels of the screen: beside another image. */
  readonly isExact?: boolean | undefined
  /** A round window in which what lies over the picture is seen larger, or smaller, as the picture is. */
  readonly lens?: FrameLens | undefined
}

/** In CSS pixels of the screen. */
export interface FrameLens {
  readonly middle: Point
  readonly radius: number
  readonly frame: Frame
}

export interface TileStatus {
  /** Tiles that the view needs, of those how many are there, and how many could not be had. */
  readonly wanted: number
  readonly loaded: number
  readonly failed: number
}

export const isSameStatus = (one: TileStatus, other: TileStatus): boolean =>
  one.wanted === other.wanted && one.loaded === other.loaded && one.failed === other.failed

/** The picture of one image, tile by tile. Draws what it has and fetches what is missing. */
export interface TileLayer {
  /** Another one where the graphics card has failed: asked for at each use. */
  readonly canvas: HTMLCanvasElement
  /** Whether channels are composed here; otherwise they come as the server composes them, whatever their display. */
  readonly composes: boolean
  /** Draws now what is there; what is missing is asked for, and listeners are told when there is more to draw. */
  render(frame: Frame): void
  /** It is not seen now: nothing of it is fetched, and what is there is kept as far as there is room. */
  rest(): void
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
