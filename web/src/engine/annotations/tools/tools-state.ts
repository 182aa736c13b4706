import type { Position } from '@cresyl/contract/annotations/annotation-geometry'
import type { AnnotationClassification } from '@cresyl/contract/annotations/annotations'
import type { Figure } from '../geometry/combine.ts'
import type { DrawingToolName } from './drawing-tool.ts'
import type { HeldGrab } from './edit-grab.ts'

export type AnnotationToolName = DrawingToolName | 'select'

/** Whether what is drawn is one of its own, or becomes part of what is selected, or is cut out of it. */
export type DrawingMode = 'new' | 'add' | 'subtract'

export interface AnnotationDraft {
  readonly places: readonly Position[]
  /** Where the next would be. */
  readonly pointer: Position | null
  readonly mode: DrawingMode
}

export type ColourBy = 'class' | 'author'

/** All that annotation tools know of a view; plain data. */
export interface AnnotationToolsState {
  readonly tool: AnnotationToolName | null
  readonly draft: AnnotationDraft | null
  /** Where keys set the next place; null while the pointer does. */
  readonly aim: Position | null
  readonly selected: ReadonlySet<string>
  /** Whether the selected polygon shows the frame around it in place of its corners. */
  readonly isFramed: boolean
  readonly hovered: string | null
  readonly grab: HeldGrab | null
  /** What is held, as it would be if it were let go now. */
  readonly dragged: ReadonlyMap<string, Figure> | null
  /** The corners of a box that selects what lies in it. */
  readonly box: readonly [Position, Position] | null
  readonly classification: AnnotationClassification | null
  /** Radius of the brush in CSS pixels. */
  readonly brush: number
  readonly isHidden: boolean
  readonly colourBy: ColourBy
  /** Whether others look on: names of annotations and people stay away from the picture. */
  readonly isPresenting: boolean
}

export const brushes = { smallest: 2, usual: 20, largest: 200 } as const

export const freshAnnotationTools: AnnotationToolsState = {
  tool: null,
  draft: null,
  aim: null,
  selected: new Set(),
  isFramed: false,
  hovered: null,
  grab: null,
  dragged: null,
  box: null,
  classification: null,
  brush: brushes.usual,
  isHidden: false,
  colourBy: 'class',
  isPresenting: false,
}
