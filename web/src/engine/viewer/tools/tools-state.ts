import type { Point } from '@cresyl/contract/slides/affine'
import type { Box } from '@cresyl/contract/slides/image-space'
import type { GridSettings } from './grid.ts'
import type { LineKind, Measurement } from './measurement.ts'

const toolNames = ['ruler', 'angle', 'area', 'field', 'box'] as const
export type ToolName = (typeof toolNames)[number]

/** What is being drawn: the points that are set, and where the next would be. */
export interface Draft {
  readonly kind: LineKind
  readonly points: readonly Point[]
  readonly pointer: Point | null
}

/** What is being moved: one of its points, or the whole of it. */
export interface Grab {
  readonly before: Measurement
  readonly handle: number | 'whole'
  readonly from: Point
}

/** All that the tools know of a view; plain data. */
export interface ToolsState {
  readonly tool: ToolName | null
  readonly measurements: readonly Measurement[]
  readonly selected: string | null
  /** Which of its points the arrow keys move, or all of it; null while they move the picture. */
  readonly handle: number | 'whole' | null
  /** Where keys set the next point; null while the pointer does. */
  readonly aim: Point | null
  readonly draft: Draft | null
  readonly grab: Grab | null
  /** Where the button was pressed to draw a line in one stroke. */
  readonly lineFrom: Point | null
  /** The corner at which a box was begun. */
  readonly boxFrom: Point | null
  /** The rectangle that was drawn last. */
  readonly box: Box | null
  readonly grid: GridSettings
  /** Of the next field, in µm. */
  readonly fieldDiameter: number
  readonly nextNumber: number
}

/** Diameters in µm of the fields of common microscopes: 0.159, 0.196, 0.2376 and 0.273 mm². */
export const fieldDiameters = [450, 500, 550, 590] as const

export const freshTools: ToolsState = {
  tool: null,
  measurements: [],
  selected: null,
  handle: null,
  aim: null,
  draft: null,
  grab: null,
  lineFrom: null,
  boxFrom: null,
  box: null,
  grid: { shown: false, spacing: null },
  fieldDiameter: 550,
  nextNumber: 1,
}

/** What is being drawn as it would be if it were finished now; null while that is too little to measure. */
export function draftMeasurement({ kind, points, pointer }: Draft): Measurement | null {
  const all = pointer === null ? points : [...points, pointer]
  return all.length < 2 ? null : { id: 'draft', kind, points: all }
}
