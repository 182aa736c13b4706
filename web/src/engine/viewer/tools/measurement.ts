import type { Point } from '@cresyl/contract/slides/affine'

interface Numbered {
  readonly id: string
}

/** A line of any number of points. Places in pixels of full resolution, as everywhere here. */
export interface RulerMeasurement extends Numbered {
  readonly kind: 'ruler'
  readonly points: readonly Point[]
}

/** Two arms: an end, where they meet, the other end. */
export interface AngleMeasurement extends Numbered {
  readonly kind: 'angle'
  readonly points: readonly Point[]
}

/** The corners of a closed outline; the last is joined to the first. */
export interface AreaMeasurement extends Numbered {
  readonly kind: 'area'
  readonly points: readonly Point[]
}

/** What one field of view of a microscope shows: a circle of a fixed size. */
export interface FieldMeasurement extends Numbered {
  readonly kind: 'field'
  readonly center: Point
  /** In µm. */
  readonly diameter: number
}

export type Measurement = RulerMeasurement | AngleMeasurement | AreaMeasurement | FieldMeasurement
export type LineKind = 'ruler' | 'angle' | 'area'

/** How few points make one. */
export const fewestPoints = { ruler: 2, angle: 3, area: 3 } as const satisfies Record<LineKind, number>

/** Where points of a measurement lie that can be moved. */
export const handlesOf = (measurement: Measurement): readonly Point[] =>
  measurement.kind === 'field' ? [measurement.center] : measurement.points
