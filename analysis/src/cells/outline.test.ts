import { expect, test } from 'vitest'
import { hullArea, newHullRoom } from './hull.ts'
import { areaWithin, lengthOf, newRing, newSimplifyRoom, simplifyOutline, traceOutline } from './outline.ts'
import { fillHoles, keepLargestPart, type Stamp } from './stamp.ts'

const stampOf = (...rows: readonly string[]): Stamp => ({
  width: rows[0]?.length ?? 0,
  height: rows.length,
  data: Uint8Array.from(rows.join(''), (sign) => (sign === '#' ? 1 : 0)),
})

function disc(radius: number): Stamp {
  const side = 2 * radius + 3
  const data = new Uint8Array(side * side)
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      data[y * side + x] = Math.hypot(x - radius - 1, y - radius - 1) <= radius + 0.4 ? 1 : 0
  return { width: side, height: side, data }
}

function measure(stamp: Stamp) {
  const side = Math.max(stamp.width, stamp.height)
  const ring = newRing(side)
  const first = keepLargestPart(stamp, new Int32Array(side * side))
  traceOutline(stamp, first, ring)
  return { ring, within: areaWithin(ring), hull: hullArea(ring, stamp.height, newHullRoom(side)), side }
}

test('the outline goes through the middles of the sides of pixels', () => {
  const { ring, within } = measure(stampOf('....', '.##.', '.##.', '....'))
  expect([...ring.points.subarray(0, 2 * ring.count)]).toEqual([
    3, 2, 5, 2, 6, 3, 6, 5, 5, 6, 3, 6, 2, 5, 2, 3,
  ])
  expect((within + 2) / 4).toBe(4)
})

test('of several parts the largest stays, and holes count and are filled', () => {
  const stamp = stampOf('.......', '.###.#.', '.#.#.#.', '.###...', '.......')
  const { within } = measure(stamp)
  expect((within + 2) / 4).toBe(9)
  fillHoles(stamp, new Int32Array(64))
  expect(stamp.data.reduce((sum, value) => sum + value, 0)).toBe(9)
})

test('parts that touch at a corner are two', () => {
  expect((measure(stampOf('......', '.##...', '.##...', '...##.', '......')).within + 2) / 4).toBe(4)
})

test('a disc fills its hull, an L does not', () => {
  const round = measure(disc(9))
  expect(round.within / round.hull).toBeGreaterThan(0.97)
  const corner = measure(
    stampOf('........', '.##.....', '.##.....', '.##.....', '.######.', '.######.', '........'),
  )
  expect(corner.within / corner.hull).toBeLessThan(0.85)
})

test('simplified it has few points, about the same area, and the length of a circle', () => {
  const { ring, within, side } = measure(disc(10))
  simplifyOutline(ring, 1.2, newSimplifyRoom(side))
  expect(ring.count).toBeLessThan(22)
  expect(Math.abs(areaWithin(ring) / within - 1)).toBeLessThan(0.04)
  expect(Math.abs(lengthOf(ring) / 2 / (2 * Math.PI * 10.4) - 1)).toBeLessThan(0.04)
})

test('a single pixel is left as it is', () => {
  const { ring, side } = measure(stampOf('...', '.#.', '...'))
  simplifyOutline(ring, 1.2, newSimplifyRoom(side))
  expect(ring.count).toBe(4)
})
