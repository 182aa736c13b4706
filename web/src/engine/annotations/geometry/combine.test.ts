import {
  type AnnotationGeometry,
  areaOf,
  type Position,
  polygonsOf,
} from '@cresyl/contract/annotations/annotation-geometry'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../../test-random.ts'
import { brushed } from './brush.ts'
import { added, type Figure, filled, intersected, merged, splitBy, subtracted, untangled } from './combine.ts'
import { simplified } from './simplify.ts'
import { square, star } from './test-shapes.ts'
import { turnedAround } from './transform.ts'

const area = (figure: Figure | null) => (figure === null ? 0 : areaOf(figure.geometry))
const holes = (figure: Figure | null) =>
  figure === null ? 0 : polygonsOf(figure.geometry).reduce((sum, rings) => sum + rings.length - 1, 0)

test('two squares that overlap: together, what both have, and one without the other', () => {
  const [one, other] = [square(0, 0, 10), square(5, 5, 10)]
  expect(area(added(one, other))).toBe(175)
  expect(area(intersected(one, other))).toBe(25)
  expect(area(subtracted(one, other))).toBe(75)
  expect(subtracted(one, square(-1, -1, 20))).toBeNull()
  expect(added(one, { type: 'Point', coordinates: [1, 1] })).toBeNull()
})

test('what is cut out of the middle leaves a hole, which can be filled', () => {
  const ring = subtracted(square(0, 0, 30), square(10, 10, 10))
  expect(holes(ring)).toBe(1)
  expect(area(ring)).toBe(800)
  expect(area(ring && filled(ring.geometry))).toBe(900)
  expect(merged([square(0, 0, 10), square(20, 0, 10)])?.geometry.type).toBe('MultiPolygon')
})

test('a ring that crosses itself becomes two', () => {
  const bow: AnnotationGeometry = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [10, 10],
        [10, 0],
        [0, 10],
        [0, 0],
      ],
    ],
  }
  const whole = untangled(bow)
  expect(whole?.geometry.type).toBe('MultiPolygon')
  expect(area(whole)).toBe(50)
})

test('a line splits a square, whatever way it takes', () => {
  const halves = splitBy(square(0, 0, 10), [
    [5, 2],
    [5, 8],
  ])
  expect(halves.map(area)).toEqual([50, 50])
  expect(splitBy(square(0, 0, 10), [[5, 5]])).toEqual([])
})

describe('of stars at random', () => {
  const cases = Array.from({ length: 40 }, (_, seed) => {
    const random = createRandom(seed + 1)
    const far = seed % 2 === 0 ? 0 : 90_000
    const one = star(random, 5 + Math.floor(random() * 40), [far + 100, far + 100], 80)
    const other = star(random, 5 + Math.floor(random() * 40), [far + 100 + 60 * random(), far + 120], 70)
    return { random, one, other, far }
  })
  // Half a step of the grid along both outlines.
  const tolerance = 60

  test('areas add up', () => {
    for (const { one, other } of cases) {
      const both = area(added(one, other))
      const common = area(intersected(one, other))
      expect(Math.abs(areaOf(one) + areaOf(other) - both - common)).toBeLessThan(tolerance)
      expect(Math.abs(area(subtracted(one, other)) - (areaOf(one) - common))).toBeLessThan(tolerance)
    }
  })

  test('pieces of a split cover what was there', () => {
    for (const { random, one, far } of cases) {
      const line = Array.from({ length: 3 }, (): Position => [far + 200 * random(), far + 200 * random()])
      const pieces = splitBy(one, line)
      expect(Math.abs(pieces.reduce((sum, piece) => sum + area(piece), 0) - areaOf(one))).toBeLessThan(
        tolerance,
      )
    }
  })

  test('what is simplified within a tolerance stays near, turned around it stays as large', () => {
    for (const { one, far } of cases) {
      expect(Math.abs(areaOf(simplified(one, 0.5)) - areaOf(one))).toBeLessThan(0.5 * 2 * 1000)
      const turned = turnedAround(one, [far, far + 50], 1.234)
      expect(Math.abs(areaOf(turned) - areaOf(one))).toBeLessThan(1e-3)
    }
  })

  test('a brush covers its way', () => {
    for (const { random, far } of cases) {
      const way = Array.from({ length: 20 }, (_, at): Position => [far + at * 5, far + 30 * random()])
      const stroke = brushed(way, 10)
      expect(area(stroke)).toBeGreaterThan(20 * 95)
    }
    expect(area(brushed([[0, 0]], 10))).toBeCloseTo(312, 0)
  })
})
