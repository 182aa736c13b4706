import type { AnnotationGeometry, Position } from '@cresyl/contract/annotations/annotation-geometry'
import { expect, test } from 'vitest'
import { insideOf } from './inside.ts'

const square = (x: number, y: number, side: number): Position[] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
]

test('holes are outside, islands in them inside', () => {
  const geometry: AnnotationGeometry = {
    type: 'MultiPolygon',
    coordinates: [[square(0, 0, 100), square(20, 20, 60)], [square(40, 40, 10)]],
  }
  const isInside = insideOf(geometry)
  const places: Position[] = [
    [10, 10],
    [30, 30],
    [45, 45],
    [99, 99],
    [101, 50],
    [50, -1],
    [50, 101],
  ]
  expect(places.map(([x, y]) => isInside(x, y))).toEqual([true, false, true, true, false, false, false])
})

test('a circle of thousands of corners has what is nearer than its radius', () => {
  const corners = Array.from({ length: 5000 }, (_, n): Position => {
    const angle = (2 * Math.PI * n) / 5000
    return [500 + 400 * Math.cos(angle), 500 + 400 * Math.sin(angle)]
  })
  const isInside = insideOf({ type: 'Polygon', coordinates: [[...corners, corners[0] as Position]] })
  for (let n = 0; n < 2000; n += 1) {
    const [x, y] = [(n * 7919) % 1000, (n * 104_729) % 997]
    const distance = Math.hypot(x - 500, y - 500)
    if (Math.abs(distance - 400) > 0.01) expect(isInside(x, y)).toBe(distance < 400)
  }
})

test('a comb of thousands of teeth as high as everything is told, and refused where that takes too long', () => {
  const teeth = 2000
  const top = Array.from({ length: teeth }, (_, n): Position => [n, n % 2 === 0 ? 0 : 1000])
  const comb: AnnotationGeometry = {
    type: 'Polygon',
    coordinates: [[...top, [teeth, 2000], [-1, 2000], top[0] as Position]],
  }
  expect(insideOf(comb)(1001, 999)).toBe(false)
  expect(insideOf(comb)(1000, 999)).toBe(true)
  const isInside = insideOf(comb, 3000)
  expect(() => {
    for (let n = 0; n < 10; n += 1) isInside(500, 500)
  }).toThrow(/too many detections/i)
})
