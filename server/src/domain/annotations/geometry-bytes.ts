import type { AnnotationGeometry, Position, Ring } from '@cresyl/contract/annotation-geometry'

const types = ['Point', 'MultiPoint', 'LineString', 'Polygon', 'MultiPolygon'] as const

/**
 * A geometry as bytes, little-endian: which type it is (u32), how many polygons; of each how many rings; of each ring
 * how many positions (u32 each); then x and y of all positions (f64). Points and lines are one ring of one polygon.
 * Every number is kept as it came.
 */
export function encodeGeometry(geometry: AnnotationGeometry): Buffer {
  const polygons = polygonsIn(geometry)
  const rings = polygons.flat()
  const positions = rings.reduce((sum, ring) => sum + ring.length, 0)
  const bytes = Buffer.alloc(4 * (2 + polygons.length + rings.length) + 16 * positions)
  let at = bytes.writeUInt32LE(types.indexOf(geometry.type), 0)
  at = bytes.writeUInt32LE(polygons.length, at)
  for (const polygon of polygons) at = bytes.writeUInt32LE(polygon.length, at)
  for (const ring of rings) at = bytes.writeUInt32LE(ring.length, at)
  for (const ring of rings) {
    for (const [x, y] of ring) {
      bytes.writeDoubleLE(x, at)
      bytes.writeDoubleLE(y, at + 8)
      at += 16
    }
  }
  return bytes
}

export function decodeGeometry(bytes: Buffer): AnnotationGeometry {
  const type = types[bytes.readUInt32LE(0)]
  let at = 4
  const next = () => {
    at += 4
    return bytes.readUInt32LE(at - 4)
  }
  const counts = Array.from({ length: next() }, next)
  const lengths = counts.map((count) => Array.from({ length: count }, next))
  const readRing = (length: number): Position[] => {
    const ring: Position[] = []
    for (let n = 0; n < length; n += 1, at += 16)
      ring.push([bytes.readDoubleLE(at), bytes.readDoubleLE(at + 8)])
    return ring
  }
  const polygons = lengths.map((rings) => rings.map(readRing))
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

function polygonsIn(geometry: AnnotationGeometry): readonly (readonly Ring[])[] {
  switch (geometry.type) {
    case 'Point':
      return [[[geometry.coordinates]]]
    case 'MultiPoint':
    case 'LineString':
      return [[geometry.coordinates]]
    case 'Polygon':
      return [geometry.coordinates]
    case 'MultiPolygon':
      return geometry.coordinates
  }
}
