import type { Position } from '@cresyl/contract/annotations/annotation-geometry'
import type { Figure } from '../geometry/combine.ts'

export const drawingToolNames = [
  'point',
  'line',
  'rectangle',
  'ellipse',
  'polygon',
  'freehand',
  'brush',
  'wand',
] as const
export type DrawingToolName = (typeof drawingToolNames)[number]

/** What a tool must know of the view. Ways and lengths are pixels of full resolution. */
export interface DrawingSurroundings {
  /** What one CSS pixel to the right and one down on the screen are, however the picture is turned and mirrored. */
  readonly right: Position
  readonly down: Position
  /** Pixels that a CSS pixel covers. */
  readonly resolution: number
  /** Radius of the brush. */
  readonly brush: number
  /** What looks alike around places of the picture as it is seen; null where nothing can be told. */
  grow(places: readonly Position[]): Figure | null
}

/** How something is drawn: by clicks from place to place, or with the button held. */
export interface DrawingTool {
  readonly name: DrawingToolName
  readonly isHeld: boolean
  /** Whether a stroke with the button held draws one from end to end, beside clicks from place to place. */
  readonly strokes?: boolean
  /** With fewer places it is nothing. */
  readonly fewest: number
  /** With so many it is done. */
  readonly most?: number
  /** Whether its places go to corners of other shapes that are near. */
  readonly snaps?: boolean
  /** Whether what is drawn depends on what is seen there. */
  readonly looksAtPicture?: boolean
  /** Whether a click on its first place ends it. */
  readonly closes?: boolean
  /** What was drawn so far; null while that is nothing. */
  figure(places: readonly Position[], around: DrawingSurroundings): Figure | null
}
