import { findLines, type LineMap } from './line-map.ts'
import { type Rim, type TracedRim, traceRim } from './trace-rim.ts'
import { voteCentres } from './vote-centres.ts'

export interface RimOptions {
  /** Radii in pixels. */
  readonly smallest: number
  readonly largest: number
  /** Value from which on a pixel counts as part of a line. */
  readonly least: number
}

/** Share of the way around on which there must be a line. */
const leastScore = 0.62
/** Share of a rim that must lie in the picture. */
const leastVisible = 0.33
/** Each range of radii reaches so many times further than it begins. */
const rangeFactor = 1.4
/** Bubbles are not quite round: so much beyond the range a rim is followed. */
const slack = 1.12

/** Closed rims, round but for some wobble: centres that many lines go around, if a line follows most of the way. */
export function findRims(map: LineMap, { smallest, largest, least }: RimOptions): TracedRim[] {
  const lines = findLines(map, least)
  const found: TracedRim[] = []
  for (let from = smallest; from < largest; from *= rangeFactor) {
    const to = Math.min(largest, from * rangeFactor)
    for (const { x, y } of voteCentres(lines, from, to)) {
      const rim = traceRim(lines, x, y, from / slack, to * slack)
      if (rim.visible >= leastVisible && rim.score >= leastScore) found.push(rim)
    }
  }
  return withoutTwins(found)
}

export const meanRadius = ({ radii }: Rim): number =>
  radii.reduce((sum, each) => sum + each, 0) / radii.length

/** Of rims that lie nearly on each other the best. */
function withoutTwins(rims: readonly TracedRim[]): TracedRim[] {
  const kept: TracedRim[] = []
  for (const rim of rims.toSorted((one, other) => other.score - one.score)) {
    const isTwin = kept.some((other) => {
      const radius = meanRadius(other)
      return (
        Math.hypot(other.x - rim.x, other.y - rim.y) < 0.3 * radius &&
        Math.abs(radius - meanRadius(rim)) < 0.3 * radius
      )
    })
    if (!isTwin) kept.push(rim)
  }
  return kept
}
