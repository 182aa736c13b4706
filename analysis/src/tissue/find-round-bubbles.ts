import { findRims, meanRadius } from './find-rims.ts'
import { distanceFrom, type Segment } from './find-straight-lines.ts'
import { ridgeUnit } from './grey-ridges.ts'
import { halveMap } from './halve-map.ts'
import type { LineMap } from './line-map.ts'
import { type Rim, radiusTowards } from './trace-rim.ts'

/** Radii in µm: smaller round things are glands and vessels. */
const [smallestRadius, largestRadius] = [90, 7000]
/** How much denser than its surroundings a rim must be, as optical density. */
const leastDensity = 0.15
/** On half as fine a map a rim is fainter, but what is there at random gets fainter still. */
const fadingByHalf = 0.6
const faintestDensity = 0.05
/** Radii in pixels for which directions of lines are good enough: larger circles are sought on halved maps. */
const largestPixels = 28
const smallestPixels = largestPixels / 2

/** Share of the way around on which the finest map must have a line, and how much more than beside it. */
const leastOnLine = 0.55
const leastMore = 0.3
/** The same where half of a rim, and more, lies outside the picture: a part of it may be any line. */
const leastOnLineCut = 0.75
/** Share of the way around that must not be the rim of a better one: ways lead from one bubble to the next, too. */
const leastNew = 0.45
/** How far from another rim a line still is that rim, in µm and relative to its radius. */
const sameMicrometres = 40
const sameShare = 0.08

export interface RoundRim extends Rim {
  /** Share of the way around on which the finest map has a line. */
  readonly onLine: number
}

interface Candidate {
  readonly rim: RoundRim
  readonly scale: number
}

/**
 * Rims of round bubbles, in pixels of a map of grey ridges at about 8 µm a pixel.
 * @param edges lines that are known to be something else.
 */
export function findRoundBubbles(
  finest: LineMap,
  micrometres: number,
  edges: readonly Segment[],
): RoundRim[] {
  let map = finest
  let least = leastDensity * ridgeUnit
  let smallest = smallestRadius / micrometres
  const candidates: Candidate[] = []
  for (let scale = 1; scale * smallestPixels * micrometres <= largestRadius; scale *= 2) {
    if (Math.min(map.width, map.height) < smallestPixels) break
    for (const { x, y, radii, visible } of findRims(map, { smallest, largest: largestPixels, least })) {
      const rim = { x: x * scale, y: y * scale, radii: radii.map((radius) => radius * scale) }
      const onLine = standsOut(finest, rim, scale)
      if (onLine >= (visible < 0.5 ? leastOnLineCut : leastOnLine))
        candidates.push({ rim: { ...rim, onLine }, scale })
    }
    map = halveMap(map)
    smallest = smallestPixels
    least = Math.max(faintestDensity * ridgeUnit, least * fadingByHalf)
  }
  return chooseRims(finest, candidates, edges, sameMicrometres / micrometres)
}

/** The best first, and of the others those that are more than parts of better ones. */
function chooseRims(
  map: LineMap,
  candidates: readonly Candidate[],
  edges: readonly Segment[],
  same: number,
): RoundRim[] {
  const chosen: RoundRim[] = []
  for (const { rim, scale } of candidates.toSorted((one, other) => other.rim.onLine - one.rim.onLine)) {
    const isTaken = (x: number, y: number) =>
      chosen.some((other) => liesOn(other, x, y, same)) ||
      edges.some((edge) => distanceFrom(edge, x, y) <= same)
    if (shareOnLine(map, rim, 0, Math.max(1, scale), isTaken) >= leastNew) chosen.push(rim)
  }
  return chosen
}

function liesOn(rim: Rim, x: number, y: number, same: number): boolean {
  const radius = radiusTowards(rim, x, y)
  return Math.abs(Math.hypot(x - rim.x, y - rim.y) - radius) <= Math.max(same, sameShare * radius)
}

/** On how much of its way the finest map, too, has a line; 0 where it has nearly as much just inside and outside. */
function standsOut(map: LineMap, rim: Rim, scale: number): number {
  const reach = Math.max(1, scale)
  const aside = 2 * reach + 3
  const on = shareOnLine(map, rim, 0, reach)
  const beside = shareOnLine(map, rim, -aside, reach) + shareOnLine(map, rim, aside, reach)
  return on - beside / 2 >= leastMore ? on : 0
}

/** On how much of a way that lies so far outside the rim there is a line within so many pixels that isn't taken. */
function shareOnLine(
  { values, width, height }: LineMap,
  rim: Rim,
  offset: number,
  reach: number,
  isTaken?: (x: number, y: number) => boolean,
): number {
  const { radii } = rim
  const steps = Math.max(radii.length, Math.round(2 * Math.PI * meanRadius(rim)))
  let [visible, found] = [0, 0]
  for (let step = 0; step < steps; step += 1) {
    const angle = (2 * Math.PI * step) / steps
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const radius = (radii[Math.floor((step * radii.length) / steps)] as number) + offset
    let most = -1
    for (let distance = radius - reach; distance <= radius + reach; distance += 1) {
      const column = Math.floor(rim.x + distance * cos)
      const row = Math.floor(rim.y + distance * sin)
      if (column < 0 || row < 0 || column >= width || row >= height) continue
      most = Math.max(most, values[row * width + column] as number)
    }
    if (most >= 0) visible += 1
    if (most < leastDensity * ridgeUnit) continue
    if (!isTaken?.(rim.x + radius * cos, rim.y + radius * sin)) found += 1
  }
  return visible === 0 ? 0 : found / visible
}
