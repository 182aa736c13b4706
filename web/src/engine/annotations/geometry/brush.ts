import type { Position } from '@cresyl/contract/annotations/annotation-geometry'
import { type Area, united } from './clip.ts'
import { type Figure, geometryOf } from './combine.ts'

/** Corners of a round brush. */
const corners = 32

/** All that a round brush has touched on its way; null of no way at all. */
export function brushed(way: readonly Position[], radius: number): Figure | null {
  const [first, ...rest] = way
  if (first === undefined) return null
  const steps =
    rest.length === 0
      ? [[[disc(first, radius)]]]
      : rest.map((to, at) => [[between(way[at] ?? first, to, radius)]])
  const geometry = geometryOf(unitedInPairs(steps))
  return geometry && { geometry, shape: 'polygon' }
}

/** Neighbours first: what is put together stays small for as long as possible. */
function unitedInPairs(areas: readonly Area[]): Area {
  if (areas.length <= 8) return united(...areas)
  const half = Math.ceil(areas.length / 2)
  return united(unitedInPairs(areas.slice(0, half)), unitedInPairs(areas.slice(half)))
}

function disc([x, y]: Position, radius: number): Position[] {
  return Array.from({ length: corners + 1 }, (_, at): Position => {
    const angle = (2 * Math.PI * (at % corners)) / corners
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })
}

/** What a disc covers on a straight way: half of it at each end, and two sides. */
function between(from: Position, to: Position, radius: number): Position[] {
  const direction = Math.atan2(to[1] - from[1], to[0] - from[0])
  const end = (center: Position, begin: number) =>
    Array.from({ length: corners / 2 + 1 }, (_, at): Position => {
      const angle = begin + (2 * Math.PI * at) / corners
      return [center[0] + radius * Math.cos(angle), center[1] + radius * Math.sin(angle)]
    })
  const ring = [...end(to, direction - Math.PI / 2), ...end(from, direction + Math.PI / 2)]
  const [first] = ring
  return first ? [...ring, [...first]] : ring
}
