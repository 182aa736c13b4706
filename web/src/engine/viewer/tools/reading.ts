import type { ImageSpace } from '@cresyl/contract/slides/image-space'
import { formatAngle, formatArea, formatLength } from '../amounts.ts'
import { angleOf, areaOf, circleArea, crossesItself, lengthOf, perimeterOf } from './arithmetic.ts'
import type { Measurement } from './measurement.ts'

/** What a measurement says, in figures and units. */
export interface Reading {
  /** The length, the angle, the area; null for the area of an outline that crosses itself. */
  readonly value: string | null
  /** The last segment of a line, the perimeter of an area, the diameter of a field. */
  readonly detail: string | null
}

export function readingOf(measurement: Measurement, space: ImageSpace, locale: string): Reading {
  const { unit } = space
  switch (measurement.kind) {
    case 'ruler': {
      const { points } = measurement
      const last = points.length > 2 ? lengthOf(space, points.slice(-2)) : null
      return {
        value: formatLength(lengthOf(space, points), unit, locale),
        detail: last === null ? null : formatLength(last, unit, locale),
      }
    }
    case 'angle':
      return { value: formatAngle(angleOf(space, measurement.points), locale), detail: null }
    case 'area': {
      const { points } = measurement
      return {
        value: crossesItself(points) ? null : formatArea(areaOf(space, points), unit, locale),
        detail: formatLength(perimeterOf(space, points), unit, locale),
      }
    }
    case 'field': {
      const { diameter } = measurement
      return {
        value: formatArea(circleArea(diameter) * 1_000_000, 'µm', locale),
        detail: formatLength(diameter, 'µm', locale),
      }
    }
  }
}
