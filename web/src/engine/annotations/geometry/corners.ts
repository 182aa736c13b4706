import {
  type AnnotationGeometry,
  chainsOf,
  type Position,
  type Ring,
} from '@cresyl/contract/annotations/annotation-geometry'
import { distanceToSegment } from './simplify.ts'

/** One corner: of which ring or line, and which of its positions. The last of a ring is its first. */
export interface Corner {
  readonly chain: number
  readonly at: number
}

/** Each corner that can be moved, once. */
export function cornersOf(geometry: AnnotationGeometry): readonly (Corner & { place: Position })[] {
  return chainsOf(geometry).flatMap((chain, number) =>
    open(geometry, chain).map((place, at) => ({ chain: number, at, place })),
  )
}

export function cornerNear(geometry: AnnotationGeometry, place: Position, reach: number): Corner | null {
  let found: Corner | null = null
  let nearest = reach
  for (const [number, chain] of chainsOf(geometry).entries()) {
    for (const [at, corner] of open(geometry, chain).entries()) {
      const away = Math.hypot(corner[0] - place[0], corner[1] - place[1])
      if (away <= nearest) [found, nearest] = [{ chain: number, at }, away]
    }
  }
  return found
}

/** The side that a place lies on, by its first corner; null where it is on none. */
export function sideNear(geometry: AnnotationGeometry, place: Position, reach: number): Corner | null {
  if (isPoints(geometry)) return null
  let found: Corner | null = null
  let nearest = reach
  for (const [number, chain] of chainsOf(geometry).entries()) {
    for (let at = 1; at < chain.length; at += 1) {
      const away = distanceToSegment(place, chain[at - 1] as Position, chain[at] as Position)
      if (away <= nearest) [found, nearest] = [{ chain: number, at: at - 1 }, away]
    }
  }
  return found
}

export function withCornerAt(geometry: AnnotationGeometry, corner: Corner, to: Position): AnnotationGeometry {
  return changed(geometry, corner, (chain) => chain.with(corner.at, to))
}

/** A new corner on the side that begins at this one. */
export function withCornerAfter(
  geometry: AnnotationGeometry,
  corner: Corner,
  place: Position,
): AnnotationGeometry {
  return changed(geometry, corner, (chain) => chain.toSpliced(corner.at + 1, 0, place))
}

/** Null where too little would be left of its ring or line: then the whole of that goes, if it is a hole. */
export function withoutCorner(geometry: AnnotationGeometry, corner: Corner): AnnotationGeometry | null {
  const chain = chainsOf(geometry)[corner.chain]
  if (chain === undefined) return null
  const least = isPoints(geometry) ? 1 : geometry.type === 'LineString' ? 2 : 3
  const left = open(geometry, chain).length - 1
  if (left >= least && !isPoints(geometry))
    return changed(geometry, corner, (each) => each.toSpliced(corner.at, 1))
  return withoutChain(geometry, corner.chain)
}

function withoutChain(geometry: AnnotationGeometry, chain: number): AnnotationGeometry | null {
  if (geometry.type === 'MultiPoint') {
    const coordinates = geometry.coordinates.toSpliced(chain, 1)
    return coordinates.length === 0 ? null : { ...geometry, coordinates }
  }
  if (geometry.type === 'Polygon' && chain > 0)
    return { ...geometry, coordinates: geometry.coordinates.toSpliced(chain, 1) }
  if (geometry.type !== 'MultiPolygon') return null
  let number = 0
  const coordinates = geometry.coordinates.flatMap((rings) => {
    const first = number
    number += rings.length
    if (chain < first || chain >= number) return [rings]
    return chain === first ? [] : [rings.toSpliced(chain - first, 1)]
  })
  return coordinates.length === 0 ? null : { ...geometry, coordinates }
}

/** Does something to the corners of one chain; rings are open meanwhile and closed again. */
function changed(
  geometry: AnnotationGeometry,
  { chain: wanted }: Corner,
  change: (chain: Position[]) => Position[],
): AnnotationGeometry {
  const closed = (ring: Position[]): Position[] => {
    const corners = change(ring.slice(0, -1))
    const [first] = corners
    return first ? [...corners, [...first]] : corners
  }
  switch (geometry.type) {
    case 'Point':
      return { ...geometry, coordinates: change([geometry.coordinates])[0] ?? geometry.coordinates }
    case 'MultiPoint':
      return {
        ...geometry,
        coordinates: geometry.coordinates.map((place, at) =>
          at === wanted ? (change([place])[0] ?? place) : place,
        ),
      }
    case 'LineString':
      return { ...geometry, coordinates: change(geometry.coordinates) }
    case 'Polygon':
      return {
        ...geometry,
        coordinates: geometry.coordinates.map((ring, at) => (at === wanted ? closed(ring) : ring)),
      }
    case 'MultiPolygon': {
      let number = -1
      const coordinates = geometry.coordinates.map((rings) =>
        rings.map((ring) => {
          number += 1
          return number === wanted ? closed(ring) : ring
        }),
      )
      return { ...geometry, coordinates }
    }
  }
}

const isPoints = ({ type }: AnnotationGeometry) => type === 'Point' || type === 'MultiPoint'

const open = ({ type }: AnnotationGeometry, chain: Ring): Ring =>
  type === 'Polygon' || type === 'MultiPolygon' ? chain.slice(0, -1) : chain
