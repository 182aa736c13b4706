import {
  type AnnotationGeometry,
  type AnnotationShape,
  boxOf,
  type Position,
  polygonsOf,
  type Ring,
} from '@cresyl/contract/annotations/annotation-geometry'
import { type Area, shared, united, without } from './clip.ts'

/** What is drawn: where it is, and what it was drawn as. */
export interface Figure {
  readonly geometry: AnnotationGeometry
  readonly shape: AnnotationShape
}

export const areaFrom = (geometry: AnnotationGeometry): Area => polygonsOf(geometry)

export const hasArea = ({ type }: AnnotationGeometry): boolean =>
  type === 'Polygon' || type === 'MultiPolygon'

/** One polygon, or several; null where nothing is left. */
export function geometryOf(area: Area): AnnotationGeometry | null {
  const coordinates = area.map((rings) => rings.map((ring) => ring.map(([x, y]): Position => [x, y])))
  const [only] = coordinates
  if (only === undefined) return null
  return coordinates.length === 1
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates }
}

const polygonOf = (area: Area): Figure | null => {
  const geometry = geometryOf(area)
  return geometry && { geometry, shape: 'polygon' }
}

/** Both together; null where one of them has no area. */
export function added(to: AnnotationGeometry, more: AnnotationGeometry): Figure | null {
  return hasArea(to) && hasArea(more) ? polygonOf(united(areaFrom(to), areaFrom(more))) : null
}

/** The first without the second; null where nothing is left of it. */
export function subtracted(from: AnnotationGeometry, less: AnnotationGeometry): Figure | null {
  return polygonOf(without(areaFrom(from), areaFrom(less)))
}

/** What both cover; null where they don't meet. */
export function intersected(one: AnnotationGeometry, other: AnnotationGeometry): Figure | null {
  return polygonOf(shared(areaFrom(one), areaFrom(other)))
}

/** All that any of them covers, as one. */
export function merged(geometries: readonly AnnotationGeometry[]): Figure | null {
  return polygonOf(united(...geometries.filter(hasArea).map(areaFrom)))
}

/** Its outlines without the holes. */
export function filled(geometry: AnnotationGeometry): Figure | null {
  return polygonOf(united(...areaFrom(geometry).map(([outline = []]) => [[outline]])))
}

/** Without crossings of its own: each ring that crosses itself becomes several. */
export function untangled(geometry: AnnotationGeometry): Figure | null {
  return polygonOf(united(areaFrom(geometry)))
}

/** Each of its polygons for itself. */
export const separated = (geometry: AnnotationGeometry): readonly Figure[] =>
  areaFrom(geometry).flatMap((rings) => polygonOf([rings]) ?? [])

/**
 * The pieces on both sides of a line, which goes on beyond its ends as far as it must. What one side has, the other
 * lacks: together they cover what was there, whatever way the line takes.
 */
export function splitBy(geometry: AnnotationGeometry, line: readonly Position[]): readonly Figure[] {
  const area = areaFrom(geometry)
  const side = sideOf(line, geometry)
  if (side === null || area.length === 0) return []
  const pieces = [...shared(area, [[side]]), ...without(area, [[side]])]
  return pieces.flatMap((rings) => polygonOf([rings]) ?? [])
}

/** All that lies on one side of a line, as far as the geometry reaches. */
function sideOf(line: readonly Position[], geometry: AnnotationGeometry): Ring | null {
  const [first, second] = line
  const [last, before] = [line.at(-1), line.at(-2)]
  if (!first || !second || !last || !before) return null
  const { minX, minY, maxX, maxY } = boxOf({
    type: 'MultiPoint',
    coordinates: [...line, ...cornersOf(geometry)],
  })
  const middle: Position = [(minX + maxX) / 2, (minY + maxY) / 2]
  const far = 4 * Math.hypot(maxX - minX, maxY - minY) + 1
  const begin = beyond(second, first, far)
  const end = beyond(before, last, far)
  if (begin === null || end === null) return null
  return [begin, ...line, end, ...wayAround(middle, end, begin, far), begin]
}

function cornersOf(geometry: AnnotationGeometry): Position[] {
  const { minX, minY, maxX, maxY } = boxOf(geometry)
  return [
    [minX, minY],
    [maxX, maxY],
  ]
}

function beyond([fromX, fromY]: Position, [x, y]: Position, far: number): Position | null {
  const length = Math.hypot(x - fromX, y - fromY)
  return length === 0 ? null : [x + ((x - fromX) / length) * far, y + ((y - fromY) / length) * far]
}

/** From one place far away to another, around everything. */
function wayAround([x, y]: Position, from: Position, to: Position, far: number): Position[] {
  const begin = Math.atan2(from[1] - y, from[0] - x)
  const turn = 2 * Math.PI
  const span = (((Math.atan2(to[1] - y, to[0] - x) - begin) % turn) + turn) % turn
  const steps = Math.ceil(span / (Math.PI / 8))
  return Array.from({ length: Math.max(steps - 1, 0) }, (_, at): Position => {
    const angle = begin + (span * (at + 1)) / steps
    return [x + 2 * far * Math.cos(angle), y + 2 * far * Math.sin(angle)]
  })
}
