import type { Point } from '@cresyl/contract/affine'
import type { ImageSpace } from '@cresyl/contract/image-space'
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

/** What a label belongs to, in pixels of the image: it is written beside it, or in the middle of it. */
export function labelPlace(measurement: Measurement, space: ImageSpace): { at: Point; centred: boolean } {
  switch (measurement.kind) {
    case 'ruler':
      return { at: measurement.points.at(-1) ?? origin, centred: false }
    case 'angle':
      return { at: measurement.points[1] ?? measurement.points[0] ?? origin, centred: false }
    case 'area':
      return { at: middleOf(measurement.points), centred: true }
    case 'field':
      return {
        at: middleOf(circleOutline(space, measurement.center, measurement.diameter, 8)),
        centred: true,
      }
  }
}

const origin = { x: 0, y: 0 }

function middleOf(points: readonly Point[]): Point {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), origin)
  return { x: sum.x / points.length, y: sum.y / points.length }
}
