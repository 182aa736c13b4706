import {
  type AnnotationGeometry,
  chainsOf,
  type Position,
  polygonsOf,
  type Ring,
} from '@cresyl/contract/annotations/annotation-geometry'
import { hasArea } from './combine.ts'
import { distanceToSegment } from './simplify.ts'

/** Whether it lies inside, holes left out. */
export function contains(geometry: AnnotationGeometry, place: Position): boolean {
  return polygonsOf(geometry).some((rings) =>
    rings.reduce((inside, ring) => (isWithin(ring, place) ? !inside : inside), false),
  )
}

/** How far it is from the nearest line or point of a geometry, in pixels. */
export function distanceTo(geometry: AnnotationGeometry, place: Position): number {
  let nearest = Infinity
  for (const chain of chainsOf(geometry)) {
    const [first] = chain
    if (chain.length === 1 && first) nearest = Math.min(nearest, distanceToSegment(place, first, first))
    for (let at = 1; at < chain.length; at += 1) {
      const away = distanceToSegment(place, chain[at - 1] as Position, chain[at] as Position)
      if (away < nearest) nearest = away
    }
  }
  return nearest
}

/** Whether a click there means it: on its line, or inside. */
export const isHit = (geometry: AnnotationGeometry, place: Position, reach: number): boolean =>
  (hasArea(geometry) && contains(geometry, place)) || distanceTo(geometry, place) <= reach

function isWithin(ring: Ring, [x, y]: Position): boolean {
  let inside = false
  for (let at = 1; at < ring.length; at += 1) {
    const [x0, y0] = ring[at - 1] as Position
    const [x1, y1] = ring[at] as Position
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside
  }
  return inside
}
