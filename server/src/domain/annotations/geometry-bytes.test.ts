import type { AnnotationGeometry, Position } from '@cresyl/contract/annotations/annotation-geometry'
import { expect, test } from 'vitest'
import { decodeGeometry, encodeGeometry } from './geometry-bytes.ts'

/** Numbers that lose digits wherever they are written in fewer than eight bytes. */
const positions = (count: number, from: number): Position[] =>
  Array.from({ length: count }, (_, n): Position => [from + n / 3, -from * Math.PI + n * 1e-7])
const ring = (count: number, from: number): Position[] => {
  const corners = positions(count, from)
  return [...corners, ...corners.slice(0, 1)]
}

test.each<AnnotationGeometry>([
  { type: 'Point', coordinates: [0.1 + 0.2, -0] },
  { type: 'Point', coordinates: [Number.MAX_SAFE_INTEGER, Number.MIN_VALUE] },
  { type: 'MultiPoint', coordinates: positions(5, 7) },
  { type: 'LineString', coordinates: positions(2, 99_999) },
  { type: 'Polygon', coordinates: [ring(3, 1)] },
  { type: 'Polygon', coordinates: [ring(9, 1), ring(3, 2), ring(4, 3)] },
  { type: 'MultiPolygon', coordinates: [[ring(3, 1)], [ring(5, 40), ring(3, 41)], [ring(4, 80_000)]] },
])('a $type comes back from its bytes to the last digit', (geometry) => {
  const read = decodeGeometry(encodeGeometry(geometry))
  expect(read).toEqual(geometry)
  expect(encodeGeometry(read).equals(encodeGeometry(geometry))).toBe(true)
})

test('other bytes are no geometry', () => {
  expect(() => decodeGeometry(Buffer.from([9, 0, 0, 0, 0, 0, 0, 0]))).toThrow('not the bytes of a geometry')
})
