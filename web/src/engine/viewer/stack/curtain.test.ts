import type { Point } from '@cresyl/contract/slides/affine'
import { describe, expect, test } from 'vitest'
import {
  curtainNamePlaces,
  curtainShapes,
  edgeEnds,
  edgeOf,
  middleOf,
  throughPoint,
  turnedTowards,
} from './curtain.ts'

const size = { width: 800, height: 600 }
const vertical = { position: 0.25, angle: 0 }
const quarter = Math.PI / 2

function areaOf(shape: readonly Point[]): number {
  const twice = shape.reduce((sum, { x, y }, index) => {
    const next = shape[(index + 1) % shape.length] ?? { x, y }
    return sum + x * next.y - next.x * y
  }, 0)
  return Math.abs(twice) / 2
}

describe('what is seen of each image', () => {
  test('a vertical edge leaves the first its part at the left', () => {
    const { before, beyond } = curtainShapes(vertical, size)
    expect(Math.max(...before.map(({ x }) => x))).toBeCloseTo(200, 9)
    expect(Math.min(...beyond.map(({ x }) => x))).toBeCloseTo(200, 9)
    expect([areaOf(before), areaOf(beyond)]).toEqual([expect.closeTo(120_000), expect.closeTo(360_000)])
  })

  test('a horizontal one leaves it the upper part', () => {
    const { before } = curtainShapes({ position: 0.5, angle: quarter }, size)
    expect(Math.max(...before.map(({ y }) => y))).toBeCloseTo(300, 9)
  })

  test('at any angle both parts together are the view, and none of it is in both', () => {
    for (let step = 0; step < 24; step++) {
      for (const position of [0.1, 0.5, 0.83]) {
        const curtain = { position, angle: (step / 24) * 4 * quarter }
        const { before, beyond } = curtainShapes(curtain, size)
        expect(areaOf(before) + areaOf(beyond)).toBeCloseTo(800 * 600, 3)
        const ends = edgeEnds(curtain, size)
        expect(ends).not.toBeNull()
        for (const { x, y } of ends ?? []) {
          expect(Math.min(x, y, 800 - x, 600 - y)).toBeCloseTo(0, 6)
        }
      }
    }
  })

  test('drawn aside wholly, one of them is not seen at all', () => {
    expect(curtainShapes({ position: 0, angle: 0.3 }, size).before).toEqual([])
    expect(curtainShapes({ position: 1, angle: 0 }, size).beyond).toEqual([])
  })
})

describe('dragging', () => {
  test('the edge goes where the pointer is, whatever its angle', () => {
    for (const angle of [0, 0.4, quarter, 3, 5]) {
      const place = { x: 333, y: 222 }
      const moved = throughPoint({ position: 0.5, angle }, size, place)
      const [from, to] = edgeEnds(moved, size) ?? []
      if (!from || !to) throw new Error('The edge is not in the view.')
      const away = (to.x - from.x) * (place.y - from.y) - (to.y - from.y) * (place.x - from.x)
      expect(away / Math.hypot(to.x - from.x, to.y - from.y)).toBeCloseTo(0, 6)
    }
  })

  test('a knob turns it about its middle, and no side becomes the other', () => {
    const turned = turnedTowards({ position: 0.5, angle: 0 }, size, { x: 450, y: 100 })
    expect(middleOf(turned, size)).toEqual({ x: expect.closeTo(400, 6), y: expect.closeTo(300, 6) })
    expect(Math.cos(turned.angle)).toBeGreaterThan(0.9)
    expect(Math.tan(turned.angle)).toBeCloseTo(50 / 200, 6)
  })
})

test.each([0, 0.6, 1.2, 2, 3, 3.9, 5, 6])(
  'names lie on the sides of their images, at %d radians',
  (angle) => {
    const curtain = { position: 0.4, angle }
    const places = curtainNamePlaces(curtain, size)
    const { point, beyond } = edgeOf(curtain, size)
    const side = ({ x, y }: Point) => (x - point.x) * beyond.x + (y - point.y) * beyond.y
    expect(places && side(places.before)).toBeLessThan(-8)
    expect(places && side(places.beyond)).toBeGreaterThan(8)
  },
)
