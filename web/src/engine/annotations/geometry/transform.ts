import { type Affine, applyAffine, chain, rotation, scaling, translation } from '@cresyl/contract/affine'
import type { AnnotationGeometry, Position } from '@cresyl/contract/annotation-geometry'

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
