import type { Position, Ring, Rings } from '@cresyl/contract/annotations/annotation-geometry'
import clipping from 'polygon-clipping'

/** Polygons, each its outline and its holes. */
export type Area = readonly Rings[]

/** Steps in a pixel that coordinates are kept to: what nearly meets, meets, and clipping stays robust. */
const grids = [16, 4, 1] as const
/** Square pixels: what is smaller is a sliver that came of rounding. */
const leastArea = 1 / 16

export const united = (...areas: readonly Area[]): Area =>
  clipped(areas, (first, rest) => clipping.union(first, ...rest))

export const without = (from: Area, ...taken: readonly Area[]): Area =>
  clipped([from, ...taken], (first, rest) => clipping.difference(first, ...rest))

export const shared = (...areas: readonly Area[]): Area =>
  clipped(areas, (first, rest) => clipping.intersection(first, ...rest))

type Plain = [number, number][][][]

/** Where rounding has led it into a corner, it goes on with coarser steps. */
function clipped(areas: readonly Area[], operate: (first: Plain, rest: Plain[]) => Plain): Area {
  let failure: unknown
  for (const grid of grids) {
    const [first = [], ...rest] = areas.map((area) => onGrid(area, grid))
    try {
      return operate(first, rest).map(tidied).filter(isArea)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

function onGrid(area: Area, grid: number): Plain {
  return area
    .map((rings) => rings.map((ring) => snappedRing(ring, grid)).filter((ring) => ring.length > 3))
    .filter((rings) => rings.length > 0)
}

function snappedRing(ring: Ring, grid: number): Position[] {
  const snapped: Position[] = []
  for (const [x, y] of ring) {
    const next: Position = [Math.round(x * grid) / grid, Math.round(y * grid) / grid]
    const last = snapped.at(-1)
    if (last === undefined || last[0] !== next[0] || last[1] !== next[1]) snapped.push(next)
  }
  return snapped
}

const tidied = (rings: [number, number][][]): Position[][] =>
  rings.filter((ring) => Math.abs(signedArea(ring)) >= leastArea)

const isArea = (rings: Rings): boolean => rings.length > 0

/** Positive where it goes clockwise, seen on the screen, where y is down. */
export function signedArea(ring: Ring): number {
  const [originX, originY] = ring[0] ?? [0, 0]
  let twice = 0
  for (let at = 1; at < ring.length; at += 1) {
    const [x0, y0] = ring[at - 1] as Position
    const [x1, y1] = ring[at] as Position
    twice += (x0 - originX) * (y1 - originY) - (x1 - originX) * (y0 - originY)
  }
  return twice / 2
}
