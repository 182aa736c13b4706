import {
  type AnnotationGeometry,
  chainsOf,
  type Position,
} from '@cresyl/contract/annotations/annotation-geometry'
import {
  type Affine,
  applyAffine,
  chain,
  rotation,
  scaling,
  translation,
} from '@cresyl/contract/slides/affine'

export function transformed(geometry: AnnotationGeometry, affine: Affine): AnnotationGeometry {
  const move = ([x, y]: Position): Position => {
    const moved = applyAffine(affine, { x, y })
    return [moved.x, moved.y]
  }
  switch (geometry.type) {
    case 'Point':
      return { ...geometry, coordinates: move(geometry.coordinates) }
    case 'MultiPoint':
    case 'LineString':
      return { ...geometry, coordinates: geometry.coordinates.map(move) }
    case 'Polygon':
      return { ...geometry, coordinates: geometry.coordinates.map((ring) => ring.map(move)) }
    case 'MultiPolygon':
      return {
        ...geometry,
        coordinates: geometry.coordinates.map((rings) => rings.map((ring) => ring.map(move))),
      }
  }
}

export const movedBy = (geometry: AnnotationGeometry, x: number, y: number): AnnotationGeometry =>
  transformed(geometry, translation(x, y))

/** Clockwise, in radians, around a place. */
export const turnedAround = (
  geometry: AnnotationGeometry,
  [x, y]: Position,
  angle: number,
): AnnotationGeometry => transformed(geometry, chain(translation(-x, -y), rotation(angle), translation(x, y)))

export const scaledAround = (
  geometry: AnnotationGeometry,
  [x, y]: Position,
  byX: number,
  byY: number,
): AnnotationGeometry =>
  transformed(geometry, chain(translation(-x, -y), scaling(byX, byY), translation(x, y)))

/** Pixels that rounding may move a corner by. */
const rounding = 1e-3

/** Whether every corner is as far from where it was as the others are. */
export function isMovedOnly(before: AnnotationGeometry, after: AnnotationGeometry): boolean {
  const [from, to] = [chainsOf(before), chainsOf(after)]
  const [first, there] = [from[0]?.[0], to[0]?.[0]]
  if (before.type !== after.type || from.length !== to.length || !first || !there) return false
  const [x, y] = [there[0] - first[0], there[1] - first[1]]
  return from.every((chain, number) => {
    const other = to[number]
    return (
      other?.length === chain.length &&
      chain.every((place, at) => {
        const moved = other[at]
        return (
          moved !== undefined &&
          Math.abs(moved[0] - place[0] - x) <= rounding &&
          Math.abs(moved[1] - place[1] - y) <= rounding
        )
      })
    )
  })
}
