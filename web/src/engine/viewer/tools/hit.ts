import type { Point } from '@cresyl/contract/slides/affine'
import type { ImageSpace } from '@cresyl/contract/slides/image-space'
import { circleOutline, closedPairs, distanceToSegment, pairs } from './arithmetic.ts'
import { handlesOf, type Measurement } from './measurement.ts'

export interface Hit {
  readonly measurement: Measurement
  /** Which of its points; the whole where a line of it was hit. */
  readonly handle: number | 'whole'
}

interface Wanted {
  readonly point: Point
  readonly reach: number
}

/** What lies at a place: points before lines, what was drawn last before what it covers. */
export function hitAt(
  measurements: readonly Measurement[],
  space: ImageSpace,
  { point, reach }: Wanted,
): Hit | null {
  const uppermost = measurements.toReversed()
  for (const measurement of uppermost) {
    const handle = handlesOf(measurement).findIndex((place) => isNear(place, point, reach))
    if (handle >= 0) return { measurement, handle: measurement.kind === 'field' ? 'whole' : handle }
  }
  const found = uppermost.find((measurement) =>
    outlineOf(measurement, space).some((side) => distanceToSegment(point, side) <= reach),
  )
  return found ? { measurement: found, handle: 'whole' } : null
}

export const isNear = (one: Point, other: Point, reach: number): boolean =>
  Math.hypot(one.x - other.x, one.y - other.y) <= reach

/** The lines that are seen of it. */
function outlineOf(measurement: Measurement, space: ImageSpace) {
  switch (measurement.kind) {
    case 'field':
      return closedPairs(circleOutline(space, measurement.center, measurement.diameter))
    case 'area':
      return closedPairs(measurement.points)
    default:
      return pairs(measurement.points)
  }
}
