import type { AnnotationGeometry, Position } from './annotation-geometry.ts'

/** By the number that stands for each. */
export const geometryTypes = ['Point', 'MultiPoint', 'LineString', 'Polygon', 'MultiPolygon'] as const

/**
 * Geometries that lie one after the other. Each is little-endian: which type it is (u32), how many polygons; of each how
 * many rings; of each ring how many positions (u32 each); then x and y of all positions (f64). Points and lines are one
 * ring of one polygon. Every number is as it came.
 */
export function* readGeometries(bytes: Uint8Array): Generator<AnnotationGeometry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const next = () => {
    at += 4
    return view.getUint32(at - 4, true)
  }
  const readRing = (length: number): Position[] => {
    const ring: Position[] = []
    for (let n = 0; n < length; n += 1, at += 16)
      ring.push([view.getFloat64(at, true), view.getFloat64(at + 8, true)])
    return ring
  }
  while (at < bytes.length) {
    const type = geometryTypes[next()]
    const counts = Array.from({ length: next() }, next)
    const lengths = counts.map((count) => Array.from({ length: count }, next))
    yield geometryOf(
      type,
      lengths.map((rings) => rings.map(readRing)),
    )
  }
}

function geometryOf(
  type: (typeof geometryTypes)[number] | undefined,
  polygons: Position[][][],
): AnnotationGeometry {
  const first = polygons[0] ?? []
  const chain = first[0] ?? []
  switch (type) {
    case 'Point':
      return { type, coordinates: chain[0] ?? [0, 0] }
    case 'MultiPoint':
    case 'LineString':
      return { type, coordinates: chain }
    case 'Polygon':
      return { type, coordinates: first }
    case 'MultiPolygon':
      return { type, coordinates: polygons }
    default:
      throw new Error('These are not the bytes of a geometry')
  }
}
