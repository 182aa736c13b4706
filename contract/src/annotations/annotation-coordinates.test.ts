import { expect, test } from 'vitest'
import { z } from '../api/zod.ts'
import { annotationGeometry, areaGeometry } from './annotation-geometry.ts'

const faults = (geometry: unknown) =>
  annotationGeometry
    .safeParse(geometry)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
const ring = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 0],
]

test('what is well formed is taken as it is', () => {
  for (const geometry of [
    { type: 'Point', coordinates: [1, 2] },
    { type: 'MultiPoint', coordinates: [[1, 2]] },
    {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1.5, -2],
      ],
    },
    { type: 'Polygon', coordinates: [ring, ring] },
    { type: 'MultiPolygon', coordinates: [[ring], [ring]] },
  ])
    expect(annotationGeometry.parse(geometry)).toEqual(geometry)
})

test('of what is not, it is said where and why', () => {
  const corners = (third: unknown) => [...ring.slice(0, 2), third, ...ring.slice(3)]
  const polygon = (...coordinates: unknown[]) => faults({ type: 'Polygon', coordinates })
  expect(faults({ type: 'Polygon' })).toEqual(['coordinates: Required'])
  expect(faults({ type: 'Polygon', coordinates: 'no' })).toEqual(['coordinates: Must be a list'])
  expect(polygon()).toEqual(['coordinates: At least 1 entries'])
  expect(polygon(ring.slice(1))).toEqual([
    'coordinates.0: A ring needs three corners and its first position again at the end',
  ])
  expect(polygon(ring, corners([1, '2']))).toEqual(['coordinates.1.2.1: Must be a number'])
  expect(polygon(corners([1, 2e7]))).toEqual(['coordinates.0.2.1: At most 10000000'])
  expect(polygon(corners([1, Number.NaN]))?.[0]).toContain('coordinates.0.2.1')
  expect(polygon(corners([1, 2, 3]))?.[0]).toContain('coordinates.0.2')
  expect(faults({ type: 'LineString', coordinates: [[0, 0]] })).toEqual(['coordinates: At least 2 entries'])
  expect(areaGeometry.safeParse({ type: 'Point', coordinates: [0, 0] }).success).toBe(false)
})

test('the description of the API says what a polygon is', () => {
  expect(z.toJSONSchema(areaGeometry, { io: 'input', unrepresentable: 'any' })).toMatchObject({
    oneOf: [
      {
        properties: {
          coordinates: {
            type: 'array',
            minItems: 1,
            items: { type: 'array', minItems: 4, items: { type: 'array' } },
          },
        },
      },
      {},
    ],
  })
})
