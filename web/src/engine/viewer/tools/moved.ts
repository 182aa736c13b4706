import type { Point } from '@cresyl/contract/slides/affine'
import { snapped } from './arithmetic.ts'
import type { Measurement } from './measurement.ts'

const shifted = ({ x, y }: Point, by: Point): Point => ({ x: x + by.x, y: y + by.y })

export function movedBy(measurement: Measurement, by: Point): Measurement {
  return measurement.kind === 'field'
    ? { ...measurement, center: shifted(measurement.center, by) }
    : { ...measurement, points: measurement.points.map((point) => shifted(point, by)) }
}

/** Moves one point; with a direction, in radians, only to places at steps of 15° from it, seen from its neighbour. */
export function movedPoint(
  measurement: Measurement,
  handle: number,
  by: Point,
  direction: number | null,
): Measurement {
  if (measurement.kind === 'field') return movedBy(measurement, by)
  const { points } = measurement
  const neighbour = points[handle - 1] ?? points[handle + 1]
  return {
    ...measurement,
    points: points.map((point, at) => {
      if (at !== handle) return point
      const place = shifted(point, by)
      return direction === null || neighbour === undefined ? place : snapped(neighbour, place, direction)
    }),
  }
}
