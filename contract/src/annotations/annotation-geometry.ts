import { z } from '../api/zod.ts'
import { checkedCoordinates, type Position, position } from './annotation-coordinates.ts'

export type { Position } from './annotation-coordinates.ts'

const chain = (fewest: number) => checkedCoordinates<Position[]>([{ fewest }])
const ring = { fewest: 4, message: 'A ring needs three corners and its first position again at the end' }
/** The outline first, then its holes. */
const polygon = z.strictObject({
  type: z.literal('Polygon'),
  coordinates: checkedCoordinates<Position[][]>([{ fewest: 1 }, ring]),
})
const multiPolygon = z.strictObject({
  type: z.literal('MultiPolygon'),
  coordinates: checkedCoordinates<Position[][][]>([{ fewest: 1 }, { fewest: 1 }, ring]),
})

/** As GeoJSON has it, without what lies on no plane. */
export const annotationGeometry = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('Point'), coordinates: position }),
  z.strictObject({ type: z.literal('MultiPoint'), coordinates: chain(1) }),
  z.strictObject({ type: z.literal('LineString'), coordinates: chain(2) }),
  polygon,
  multiPolygon,
])
/** What has an inside. */
export const areaGeometry = z.discriminatedUnion('type', [polygon, multiPolygon])
export type AreaGeometry = z.infer<typeof areaGeometry>
export type AnnotationGeometry = z.infer<typeof annotationGeometry>
export type Ring = readonly Position[]
export type Rings = readonly Ring[]

/**
 * What it was drawn as, which tells how it is edited. A rectangle is a ring of four corners, turned or not. An ellipse is
 * a ring of `ellipseCorners` corners at equal steps of its parameter: its centre is their mean, its axes end at the
 * first and at the one a quarter further. Everything else is edited corner by corner.
 */
export const annotationShapes = ['point', 'line', 'rectangle', 'ellipse', 'polygon'] as const
export type AnnotationShape = (typeof annotationShapes)[number]
export const ellipseCorners = 64

export interface AnnotationBox {
  minX: number
  minY: number
  maxX: number
  maxY: number
}

/** Every ring or chain of positions of a geometry: points are chains of one. */
export function chainsOf(geometry: AnnotationGeometry): readonly Ring[] {
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates]]
    case 'MultiPoint':
      return geometry.coordinates.map((each) => [each])
    case 'LineString':
      return [geometry.coordinates]
    case 'Polygon':
      return geometry.coordinates
    case 'MultiPolygon':
      return geometry.coordinates.flat()
  }
}

/** Each polygon of a geometry with its holes; none of points and lines. */
export function polygonsOf(geometry: AnnotationGeometry): readonly Rings[] {
  if (geometry.type === 'Polygon') return [geometry.coordinates]
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : []
}

export function boxOf(geometry: AnnotationGeometry): AnnotationBox {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity }
  for (const chain of chainsOf(geometry)) {
    for (const [x, y] of chain) {
      if (x < box.minX) box.minX = x
      if (x > box.maxX) box.maxX = x
      if (y < box.minY) box.minY = y
      if (y > box.maxY) box.maxY = y
    }
  }
  return box
}

export const countPositions = (geometry: AnnotationGeometry): number =>
  chainsOf(geometry).reduce((sum, chain) => sum + chain.length, 0)

/** In pixels of full resolution: what its polygons cover, holes left out. */
export const areaOf = (geometry: AnnotationGeometry): number =>
  polygonsOf(geometry).reduce(
    (sum, [outline = [], ...holes]) =>
      sum + ringArea(outline) - holes.reduce((taken, hole) => taken + ringArea(hole), 0),
    0,
  )

/** In pixels of full resolution: a line from end to end, or around a polygon and its holes. */
export const lengthOf = (geometry: AnnotationGeometry): number =>
  chainsOf(geometry).reduce((sum, chain) => sum + chainLength(chain), 0)

function ringArea(ring: Ring): number {
  const [originX, originY] = ring[0] ?? [0, 0]
  let twice = 0
  // From its first corner, so that places far from the origin lose no digits.
  for (let n = 1; n < ring.length; n += 1) {
    const [x0, y0] = ring[n - 1] as Position
    const [x1, y1] = ring[n] as Position
    twice += (x0 - originX) * (y1 - originY) - (x1 - originX) * (y0 - originY)
  }
  return Math.abs(twice) / 2
}

function chainLength(chain: Ring): number {
  let length = 0
  for (let n = 1; n < chain.length; n += 1) {
    const [x0, y0] = chain[n - 1] as Position
    const [x1, y1] = chain[n] as Position
    length += Math.hypot(x1 - x0, y1 - y0)
  }
  return length
}
