import { areaOf, type Position } from '@cresyl/contract/annotations/annotation-geometry'
import type { Shape } from '../content/shape.ts'
import type { AnnotationDocument } from '../document/create-document.ts'
import { cornerNear, cornersOf } from '../geometry/corners.ts'
import { isHit } from '../geometry/hit.ts'

const around = ([x, y]: Position, reach: number) => ({
  minX: x - reach,
  minY: y - reach,
  maxX: x + reach,
  maxY: y + reach,
})

/** What a click there means: points and lines before areas, small ones before what is around them. */
export function shapeAt(
  { index }: Pick<AnnotationDocument, 'index'>,
  place: Position,
  reach: number,
): Shape | null {
  const hit = index.within(around(place, reach)).filter(({ geometry }) => isHit(geometry, place, reach))
  return hit.reduce<Shape | null>(
    (best, shape) => (best === null || areaOf(shape.geometry) < areaOf(best.geometry) ? shape : best),
    null,
  )
}

/** Shapes that are looked at to find a corner. */
const mostLookedAt = 40

/** The nearest corner of another shape within reach; otherwise the place itself. */
export function snappedPlace(
  { index }: Pick<AnnotationDocument, 'index'>,
  place: Position,
  reach: number,
  own: ReadonlySet<string>,
): Position {
  for (const { id, geometry } of index.within(around(place, reach)).slice(0, mostLookedAt)) {
    const corner = own.has(id) ? null : cornerNear(geometry, place, reach)
    const found =
      corner && cornersOf(geometry).find(({ chain, at }) => chain === corner.chain && at === corner.at)
    if (found) return [...found.place]
  }
  return place
}
