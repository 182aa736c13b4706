import { describe, expect, test } from 'vitest'
import { refusalOfGeometry } from './annotation-checks.ts'
import { type AnnotationGeometry, areaOf, ellipseCorners, type Position } from './annotation-geometry.ts'

const image = { width: 100_000, height: 80_000 }
const close = (corners: Position[]): Position[] => [...corners, corners[0] as Position]
const box = (x: number, y: number, width: number, height = width): Position[] =>
  close([
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ])
const polygon = (...rings: Position[][]): AnnotationGeometry => ({ type: 'Polygon', coordinates: rings })
const parts = (...polygons: Position[][][]): AnnotationGeometry => ({
  type: 'MultiPolygon',
  coordinates: polygons,
})
const refusal = (geometry: AnnotationGeometry) => refusalOfGeometry(geometry, 'polygon', image)

/** Deterministic: a linear congruential generator. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** Around a middle, its corners at angles that grow: it never crosses itself. */
function star(next: () => number, corners: number, x: number, y: number, radius: number): Position[] {
  const ring: Position[] = []
  for (let n = 0; n < corners; n += 1) {
    const [angle, reach] = [(2 * Math.PI * n) / corners, radius * (0.3 + 0.7 * next())]
    ring.push([x + reach * Math.cos(angle), y + reach * Math.sin(angle)])
  }
  return close(ring)
}

describe('what can be kept', () => {
  test.each<[string, AnnotationGeometry]>([
    ['a box', polygon(box(0, 0, 10))],
    ['a box with holes', polygon(box(0, 0, 100), box(10, 10, 20), box(50, 50, 20))],
    [
      'a hole that touches its outline in a corner',
      polygon(
        box(0, 0, 100),
        close([
          [0, 0],
          [30, 10],
          [10, 30],
        ]),
      ),
    ],
    ['holes that touch in a corner', polygon(box(0, 0, 100), box(10, 10, 20), box(30, 30, 20))],
    [
      'a corner that touches an edge of the same ring',
      polygon(
        close([
          [0, 0],
          [10, 0],
          [10, 10],
          [5, 0],
          [0, 10],
        ]),
      ),
    ],
    [
      'a ring that meets itself in a corner',
      polygon(
        close([
          [0, 0],
          [5, 5],
          [10, 0],
          [10, 10],
          [5, 5],
          [0, 10],
        ]),
      ),
    ],
    ['two parts', parts([box(0, 0, 10)], [box(20, 0, 10)])],
    ['an island in a hole', parts([box(0, 0, 100), box(10, 10, 80)], [box(40, 40, 10)])],
    [
      'a corner twice',
      polygon([
        [0, 0],
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 0],
      ]),
    ],
    ['something beyond the edge', polygon(box(-900, 0, 100))],
  ])('%s', (_what, geometry) => {
    expect(refusal(geometry)).toBeUndefined()
  })

  test('an ellipse of its number of corners', () => {
    const ring = Array.from({ length: ellipseCorners }, (_, n): Position => {
      const angle = (2 * Math.PI * n) / ellipseCorners
      return [500 + 100 * Math.cos(angle), 500 + 50 * Math.sin(angle)]
    })
    expect(refusalOfGeometry(polygon(close(ring)), 'ellipse', image)).toBeUndefined()
    expect(refusalOfGeometry(polygon(box(0, 0, 9)), 'ellipse', image)).toMatch(/64 corners/)
  })

  test('a line that crosses itself', () => {
    const coordinates: Position[] = [
      [0, 0],
      [9, 9],
      [9, 0],
      [0, 9],
    ]
    expect(refusalOfGeometry({ type: 'LineString', coordinates }, 'line', image)).toBeUndefined()
  })
})

describe('what is refused, with a sentence', () => {
  test.each<[RegExp, AnnotationGeometry]>([
    [
      /crosses itself near 5, 5/,
      polygon(
        close([
          [0, 0],
          [10, 10],
          [10, 0],
          [0, 10],
        ]),
      ),
    ],
    [
      /crosses itself near 5, 5/,
      polygon(
        close([
          [0, 0],
          [5, 5],
          [10, 10],
          [10, 0],
          [5, 5],
          [0, 10],
        ]),
      ),
    ],
    [
      /crosses itself near 5, 0/,
      polygon(
        close([
          [0, 0],
          [10, 0],
          [10, 10],
          [5, 0],
          [3, -5],
          [0, -5],
        ]),
      ),
    ],
    [
      /runs along itself/,
      polygon(
        close([
          [0, 0],
          [10, 0],
          [10, 10],
          [5, 10],
          [5, 20],
          [5, 10],
          [0, 10],
        ]),
      ),
    ],
    [/rings cross/, polygon(box(0, 0, 10), box(5, 5, 10))],
    [/rings run along each other/, polygon(box(0, 0, 10), box(0, 2, 5))],
    [/hole near 200, 200 is outside/, polygon(box(0, 0, 100), box(200, 200, 10))],
    [/hole near 0, 0 is outside/, polygon(box(20, 20, 10), box(0, 0, 100))],
    [/hole near 20, 20 is inside another hole/, polygon(box(0, 0, 100), box(10, 10, 50), box(20, 20, 10))],
    [/part near 10, 10 overlaps another part/, parts([box(0, 0, 100)], [box(10, 10, 10)])],
    [/not closed/, polygon(box(0, 0, 10).slice(0, 4))],
    [
      /fewer than three/,
      polygon([
        [0, 0],
        [1, 1],
        [0, 0],
        [0, 0],
      ]),
    ],
    [/beyond the edge/, polygon(box(0, 0, 102_000, 10))],
    [
      /not finite/,
      polygon(
        close([
          [0, 0],
          [Number.NaN, 0],
          [10, 10],
        ]),
      ),
    ],
    [/A polygon cannot be a Point/, { type: 'Point', coordinates: [0, 0] }],
  ])('%s', (sentence, geometry) => {
    expect(refusal(geometry)).toMatch(sentence)
  })

  test('too many positions', () => {
    const coordinates = Array.from({ length: 1_000_001 }, (): Position => [1, 1])
    expect(refusalOfGeometry({ type: 'MultiPoint', coordinates }, 'point', image)).toMatch(/1,000,001/)
  })

  test('what nobody could check in time', () => {
    const spikes: Position[] = []
    for (let n = 0; n < 40_000; n += 1) {
      const angle = (Math.PI * n) / 40_000
      spikes.push([40_000 + 30_000 * Math.cos(angle), 40_000 + 30_000 * Math.sin(angle)], [40_000, 40_000])
    }
    expect(refusal(polygon(close(spikes)))).toMatch(/too complex|runs along/)
  })
})

describe('any ring around a middle', () => {
  test('can be kept, whatever its corners, and no longer when two of them are swapped', () => {
    const next = numbers(3)
    for (let round = 0; round < 200; round += 1) {
      const corners = 8 + Math.floor(next() * 60)
      const ring = star(next, corners, 5000, 5000, 10 + next() * 4000)
      expect(refusal(polygon(ring))).toBeUndefined()
      const swapped = ring.map((position): Position => [...position])
      const [at, other] = [1, 1 + (corners >> 1)]
      ;[swapped[at], swapped[other]] = [swapped[other] as Position, swapped[at] as Position]
      expect(refusal(polygon(swapped))).toMatch(/cross|along/)
    }
  })

  test('has the area of its outline less that of its holes', () => {
    const next = numbers(5)
    for (let round = 0; round < 50; round += 1) {
      const outline = star(next, 40, 5000, 5000, 4000)
      const hole = outline.map(([x, y]): Position => [5000 + (x - 5000) / 3, 5000 + (y - 5000) / 3])
      const geometry = polygon(outline, hole)
      expect(refusal(geometry)).toBeUndefined()
      expect(areaOf(geometry)).toBeCloseTo(areaOf(polygon(outline)) * (1 - 1 / 9), 3)
      expect(refusal(polygon(hole, outline))).toMatch(/outside/)
    }
  })

  test('can be turned and moved without a word', () => {
    const next = numbers(11)
    for (let round = 0; round < 50; round += 1) {
      const [angle, ring] = [next() * 7, star(next, 30, 0, 0, 300)]
      const [c, s] = [Math.cos(angle), Math.sin(angle)]
      const turned = ring.map(([x, y]): Position => [9000 + c * x - s * y, 9000 + s * x + c * y])
      turned[turned.length - 1] = turned[0] as Position
      expect(refusal(polygon(turned))).toBeUndefined()
      expect(areaOf(polygon(turned))).toBeCloseTo(areaOf(polygon(ring)), 3)
    }
  })
})
