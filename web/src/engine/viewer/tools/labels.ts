import type { Point } from '@cresyl/contract/slides/affine'
import type { ImageSpace } from '@cresyl/contract/slides/image-space'
import { circleOutline } from './arithmetic.ts'
import type { Measurement } from './measurement.ts'
import { readingOf } from './reading.ts'
import { words } from './words.ts'

/** What is written beside a measurement, line by line. */
export function labelLines(
  measurement: Measurement,
  space: ImageSpace,
  locale: string,
  /** How many fields there are up to this one. */
  fieldNumber: number,
): readonly string[] {
  const { value, detail } = readingOf(measurement, space, locale)
  switch (measurement.kind) {
    case 'ruler':
      return [value ?? '', ...(detail === null ? [] : [words.last(detail)])]
    case 'angle':
      return [value ?? '']
    case 'area':
      return [value ?? words.crosses, ...(detail === null ? [] : [words.perimeter(detail)])]
    case 'field':
      return [words.field(fieldNumber, value ?? '')]
  }
}

/** By id: the first field that was placed is number 1. */
export function fieldNumbers(measurements: readonly Measurement[]): ReadonlyMap<string, number> {
  const fields = measurements.filter(({ kind }) => kind === 'field')
  return new Map(fields.map(({ id }, at) => [id, at + 1]))
}

/** What encloses something, in pixels of the image: its label is written beside it. Null of what is a line. */
export function outlineOf(measurement: Measurement, space: ImageSpace): readonly Point[] | null {
  if (measurement.kind === 'field') return circleOutline(space, measurement.center, measurement.diameter)
  return measurement.kind === 'area' ? measurement.points : null
}

/** Where a line is labelled: at its end, an angle at its corner. */
export function labelledPoint(measurement: Measurement): Point | undefined {
  if (measurement.kind === 'field') return measurement.center
  const { kind, points } = measurement
  return kind === 'angle' ? (points[1] ?? points[0]) : points.at(-1)
}
