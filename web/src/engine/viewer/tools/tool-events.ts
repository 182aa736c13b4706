import type { Point } from '@cresyl/contract/slides/affine'
import type { ImageSpace } from '@cresyl/contract/slides/image-space'

/** Where the pointer is, and what counts as the same place. Pixels of full resolution. */
export interface PointerPlace {
  readonly point: Point
  /** What is nearer than this is meant. */
  readonly reach: number
  /** Whether directions are kept to steps of 15°. */
  readonly snaps: boolean
}

export type ToolEvent =
  | ({ readonly type: 'click' | 'double' | 'move' | 'press' | 'drag' } & PointerPlace)
  /** By keys; the place is the middle of the view. */
  | ({ readonly type: 'enter' | 'setPoint' } & PointerPlace)
  /** By keys; in pixels of full resolution. */
  | { readonly type: 'nudge'; readonly by: Point }
  | { readonly type: 'handle' | 'measurement'; readonly step: 1 | -1 }
  | { readonly type: 'release' | 'escape' | 'finish' | 'removeLast' | 'removeSelected' }

/** What the tools must know of the view. */
export interface ToolSurroundings {
  readonly space: ImageSpace
  /** How far the picture is turned, clockwise, in radians: steps of 15° are those that are seen. */
  readonly rotation: number
}
