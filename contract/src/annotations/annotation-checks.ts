import { annotationLimits } from '../api/limits.ts'
import {
  type AnnotationGeometry,
  type AnnotationShape,
  areaOf,
  boxOf,
  chainsOf,
  countPositions,
  ellipseCorners,
  type Position,
  polygonsOf,
  type Ring,
} from './annotation-geometry.ts'
import { type Crossing, findCrossing } from './ring-crossings.ts'
import { edgesOf } from './ring-edges.ts'
import { findSurrounding } from './ring-nesting.ts'

/**
 * Why a geometry can't be kept, in a sentence; undefined where it can. Browser and server ask the same.
 * @param image whose pixels it counts in.
 */
export function refusalOfGeometry(
  geometry: AnnotationGeometry,
  shape: AnnotationShape,
  image: { readonly width: number; readonly height: number },
): string | undefined {
  return (
    refusalOfSize(geometry) ??
    refusalOfShape(geometry, shape) ??
    refusalOfPlace(geometry, image) ??
    refusalOfRings(geometry)
  )
}

function refusalOfSize(geometry: AnnotationGeometry): string | undefined {
  const count = countPositions(geometry)
  if (count > annotationLimits.positions)
    return `An annotation has up to ${say(annotationLimits.positions)} positions; this one has ${say(count)}. Simplify it, or split it.`
  const areAllFinite = chainsOf(geometry).every((chain) =>
    chain.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y)),
  )
  return areAllFinite ? undefined : 'Some of its positions are not finite numbers.'
}

function refusalOfShape(geometry: AnnotationGeometry, shape: AnnotationShape): string | undefined {
  const { type } = geometry
  const corners = type === 'Polygon' && geometry.coordinates.length === 1 && geometry.coordinates[0]
  switch (shape) {
    case 'point':
      return type === 'Point' || type === 'MultiPoint' ? undefined : `A point cannot be a ${type}.`
    case 'line':
      return type === 'LineString' ? undefined : `A line cannot be a ${type}.`
    case 'rectangle':
      return corners && corners.length === 5 ? undefined : 'A rectangle is one ring of four corners.'
    case 'ellipse':
      return corners && corners.length === ellipseCorners + 1
        ? undefined
        : `An ellipse is one ring of ${ellipseCorners} corners.`
    case 'polygon':
      return type === 'Polygon' || type === 'MultiPolygon' ? undefined : `A polygon cannot be a ${type}.`
  }
}

function refusalOfPlace(
  geometry: AnnotationGeometry,
  { width, height }: { readonly width: number; readonly height: number },
): string | undefined {
  const { minX, minY, maxX, maxY } = boxOf(geometry)
  const { beyondEdge: far } = annotationLimits
  if (minX >= -far && minY >= -far && maxX <= width + far && maxY <= height + far) return undefined
  return `It reaches more than ${say(far)} pixels beyond the edge of the image, which has ${say(width)} × ${say(height)}.`
}

function refusalOfRings(geometry: AnnotationGeometry): string | undefined {
  const polygons = polygonsOf(geometry)
  if (polygons.length === 0) return undefined
  const rings = polygons.flat()
  for (const ring of rings) {
    const refusal = refusalOfRing(ring)
    if (refusal) return refusal
  }
  const edges = edgesOf(rings)
  const crossing = findCrossing(edges)
  if (crossing) return describeCrossing(crossing)
  const areas = rings.map(areaOfRing)
  const flat = rings[areas.indexOf(0)]?.[0]
  if (flat) return `A ring near ${place(flat)} covers nothing: its corners are on one line.`
  if (rings.length === 1) return undefined
  const surrounding = findSurrounding(edges, areas)
  return surrounding ? refusalOfNesting(polygons, surrounding) : tooIntricate
}

function refusalOfRing(ring: Ring): string | undefined {
  const [first, last] = [ring[0], ring.at(-1)]
  if (!first || !last || first[0] !== last[0] || first[1] !== last[1])
    return 'A ring is not closed: its last position must be its first.'
  if (countDifferent(ring, 3) < 3)
    return `A ring near ${place(first)} has fewer than three different corners.`
  return undefined
}

/** How many different positions there are, as far as it matters. */
function countDifferent(ring: Ring, enough: number): number {
  const seen: Position[] = []
  for (const position of ring) {
    if (seen.some(([x, y]) => x === position[0] && y === position[1])) continue
    seen.push(position)
    if (seen.length === enough) break
  }
  return seen.length
}

const areaOfRing = (ring: Ring): number => areaOf({ type: 'Polygon', coordinates: [[...ring]] })

const tooIntricate =
  'It is too complex to be checked: too many of its edges are close together. Simplify it, or split it.'

function describeCrossing(crossing: Crossing): string {
  if (crossing.kind === 'intricate') return tooIntricate
  const { kind, at, rings } = crossing
  const isSame = rings[0] === rings[1]
  if (kind === 'crosses')
    return isSame ? `It crosses itself near ${place(at)}.` : `Two of its rings cross near ${place(at)}.`
  return isSame
    ? `It runs along itself near ${place(at)}.`
    : `Two of its rings run along each other near ${place(at)}.`
}

/** Holes lie in their outline and in no other hole; parts lie in no other part, but perhaps in a hole of it. */
function refusalOfNesting(
  polygons: readonly (readonly Ring[])[],
  surrounding: readonly Set<number>[],
): string | undefined {
  const polygonOf = polygons.flatMap((rings, polygon) => rings.map(() => polygon))
  const outlineOf = new Map<number, number>()
  for (const [ring, polygon] of polygonOf.entries()) if (!outlineOf.has(polygon)) outlineOf.set(polygon, ring)
  const corner = (ring: number) => place(polygons.flat()[ring]?.[0] ?? [0, 0])
  const isHole = (ring: number) => outlineOf.get(polygonOf[ring] as number) !== ring
  for (const [ring, around] of surrounding.entries()) {
    const outline = outlineOf.get(polygonOf[ring] as number) as number
    if (isHole(ring) && !around.has(outline)) return `The hole near ${corner(ring)} is outside its outline.`
  }
  for (const [ring, around] of surrounding.entries()) {
    const polygon = polygonOf[ring] as number
    const [inOther, inHoleOf] = [new Set<number>(), new Set<number>()]
    for (const other of around) {
      const theirs = polygonOf[other] as number
      if (theirs === polygon && isHole(other)) return `The hole near ${corner(ring)} is inside another hole.`
      if (theirs === polygon) continue
      if (isHole(other)) inHoleOf.add(theirs)
      else inOther.add(theirs)
    }
    if (!isHole(ring) && [...inOther].some((theirs) => !inHoleOf.has(theirs)))
      return `The part near ${corner(ring)} overlaps another part.`
  }
  return undefined
}

const say = (count: number): string => count.toLocaleString('en')
const place = ([x, y]: Position): string => `${Math.round(x)}, ${Math.round(y)}`
