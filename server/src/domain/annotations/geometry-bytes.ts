import type { AnnotationGeometry, Ring } from '@cresyl/contract/annotations/annotation-geometry'
import { geometryTypes, readGeometries } from '@cresyl/contract/annotations/geometry-bytes'

/** A geometry as bytes, laid out as `readGeometries` of the contract reads them. */
export function encodeGeometry(geometry: AnnotationGeometry): Buffer {
  const polygons = polygonsIn(geometry)
  const rings = polygons.flat()
  const positions = rings.reduce((sum, ring) => sum + ring.length, 0)
  const bytes = Buffer.alloc(4 * (2 + polygons.length + rings.length) + 16 * positions)
  let at = bytes.writeUInt32LE(geometryTypes.indexOf(geometry.type), 0)
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

export function decodeGeometry(bytes: Uint8Array): AnnotationGeometry {
  for (const geometry of readGeometries(bytes)) return geometry
  throw new Error('These are not the bytes of a geometry')
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
