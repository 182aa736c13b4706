import { refusalOfGeometry } from '@cresyl/contract/annotations/annotation-checks'
import {
  type AnnotationGeometry,
  areaOf,
  chainsOf,
  type Position,
  type Ring,
} from '@cresyl/contract/annotations/annotation-geometry'
import { expect, test } from 'vitest'
import { createRandom } from '../../test-random.ts'
import { brushed } from './brush.ts'
import { added, type Figure, filled, intersected, merged, splitBy, subtracted, untangled } from './combine.ts'
import { cornersOf, withCornerAt, withoutCorner } from './corners.ts'
import { ellipseIn, frameOf, rectangleIn, type ShapeFrame } from './frame.ts'
import { simplified } from './simplify.ts'
import { square, star } from './test-shapes.ts'
import { movedBy, scaledAround, turnedAround } from './transform.ts'

const image = { width: 100_000, height: 100_000 }
const seeds = Array.from({ length: 16 }, (_, at) => at + 1)

/** What the server would say of something that was drawn. */
const refusal = (figure: Figure | null) =>
  figure === null ? undefined : refusalOfGeometry(figure.geometry, figure.shape, image)
const area = (figure: Figure | null) => (figure === null ? 0 : areaOf(figure.geometry))

/** Near the origin, and where a slide is so large that fewer digits are left behind the point. */
const corner = (seed: number) => (seed % 2 === 0 ? 0 : 90_000)

/** Places without an order: a ring through them crosses itself again and again. */
function tangle(random: () => number, count: number, from: number): AnnotationGeometry {
  const ring = Array.from({ length: count }, (): Position => [from + 300 * random(), from + 300 * random()])
  return { type: 'Polygon', coordinates: [[...ring, ring[0] as Position]] }
}

/** How much of a square a ring goes around, however often: what one outlines in two rounds is meant, too. */
function shareAround(geometry: AnnotationGeometry, from: number, side: number, random: () => number): number {
  const [ring = []] = chainsOf(geometry)
  const tries = 2000
  let inside = 0
  for (let n = 0; n < tries; n += 1)
    if (roundsAbout(ring, [from + side * random(), from + side * random()]) !== 0) inside += 1
  return inside / tries
}

/** How often a ring goes around a place; the other way round it counts back. */
function roundsAbout(ring: Ring, [x, y]: Position): number {
  let rounds = 0
  for (let at = 1; at < ring.length; at += 1) {
    const [[x0, y0], [x1, y1]] = [ring[at - 1] as Position, ring[at] as Position]
    const isLeft = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0) > 0
    if (y0 <= y && y1 > y && isLeft) rounds += 1
    if (y0 > y && y1 <= y && !isLeft) rounds -= 1
  }
  return rounds
}

test('whatever is put together, cut or split can be kept', () => {
  for (const seed of seeds) {
    const random = createRandom(seed)
    const far = corner(seed)
    const make = (size: number) =>
      star(
        random,
        6 + Math.floor(random() * 60),
        [far + 200 + 90 * random(), far + 200 + 90 * random()],
        size,
      )
    const [one, other, third] = [make(150), make(120), make(60)]
    const hollow = subtracted(one, third)
    const way = Array.from({ length: 4 }, (): Position => [far + 400 * random(), far + 400 * random()])
    const stroke = brushed(way, 15)
    const made = {
      added: added(one, other),
      subtracted: subtracted(one, other),
      intersected: intersected(one, other),
      merged: merged([one, other, third]),
      hollow,
      filled: hollow && filled(hollow.geometry),
      both: hollow && added(hollow.geometry, other),
      stroke,
      erased: stroke && subtracted(one, stroke.geometry),
      simplified: untangled(simplified(one, 3)),
    }
    for (const [what, figure] of Object.entries(made))
      expect([seed, what, refusal(figure)]).toEqual([seed, what, undefined])
    for (const piece of splitBy(one, way))
      expect([seed, 'split', refusal(piece)]).toEqual([seed, 'split', undefined])
  }
})

test('a ring that crosses itself many times is taken apart and covers all that it goes around', () => {
  for (const seed of seeds) {
    const random = createRandom(seed)
    const far = corner(seed)
    const crossed = tangle(random, 4 + Math.floor(random() * 12), far)
    const whole = untangled(crossed)
    expect([seed, refusal(whole)]).toEqual([seed, undefined])
    const covered = shareAround(crossed, far, 300, random)
    expect(area(whole) / 300 ** 2).toBeCloseTo(covered, 1)
    // Once is enough.
    const again = whole && untangled(whole.geometry)
    expect(Math.abs(area(again) - area(whole))).toBeLessThan(10)
  }
})

test('a hole is as large as what was cut out, and filling it gives back what was there', () => {
  for (const seed of seeds) {
    const random = createRandom(seed)
    const far = corner(seed)
    const outline = star(random, 30, [far + 500, far + 500], 400)
    // Within the part of the star that is always there.
    const hole = star(random, 12, [far + 500, far + 500], 80)
    const ring = subtracted(outline, hole)
    expect(Math.abs(area(ring) - (areaOf(outline) - areaOf(hole)))).toBeLessThan(60)
    expect(Math.abs(area(ring && filled(ring.geometry)) - areaOf(outline))).toBeLessThan(60)
    expect(Math.abs(area(ring && added(ring.geometry, hole)) - areaOf(outline))).toBeLessThan(60)
  }
})

test('what is moved, turned or scaled there and back is where it was', () => {
  for (const seed of seeds) {
    const random = createRandom(seed)
    const far = corner(seed)
    const before = star(random, 20, [far + 200, far + 200], 150)
    const about: Position = [far + 300 * random(), far + 300 * random()]
    const angle = 6 * random()
    const [byX, byY] = [0.2 + 3 * random(), 0.2 + 3 * random()]
    const back = [
      movedBy(movedBy(before, 1234.5, -987.25), -1234.5, 987.25),
      turnedAround(turnedAround(before, about, angle), about, -angle),
      scaledAround(scaledAround(before, about, byX, byY), about, 1 / byX, 1 / byY),
    ]
    for (const after of back) expect(farthestApart(before, after)).toBeLessThan(1e-6)
    expect(areaOf(scaledAround(before, about, byX, byY)) / areaOf(before)).toBeCloseTo(byX * byY, 6)
  }
})

test('rectangles and ellipses stay what they are when they are turned, and are read back', () => {
  for (const seed of seeds) {
    const random = createRandom(seed)
    const angle = 6 * random()
    const [long, broad] = [5 + 300 * random(), 5 + 300 * random()]
    const frame: ShapeFrame = {
      center: [50_000 * random(), 50_000 * random()],
      u: [long * Math.cos(angle), long * Math.sin(angle)],
      v: [-broad * Math.sin(angle), broad * Math.cos(angle)],
    }
    for (const figure of [rectangleIn(frame), ellipseIn(frame)]) {
      const turned = { ...figure, geometry: turnedAround(figure.geometry, frame.center, 1) }
      expect(refusal(turned)).toBeUndefined()
      const { center, u, v } = frameOf(turned)
      expect(Math.hypot(center[0] - frame.center[0], center[1] - frame.center[1])).toBeLessThan(1e-6)
      expect([Math.hypot(...u), Math.hypot(...v)].map((length) => length.toFixed(6))).toEqual([
        long.toFixed(6),
        broad.toFixed(6),
      ])
    }
  }
})

test('a corner that goes elsewhere and back changes nothing; one less makes a ring smaller by its triangle', () => {
  for (const seed of seeds) {
    const random = createRandom(seed)
    const before = star(random, 8 + Math.floor(20 * random()), [300, 300], 200)
    const corners = cornersOf(before)
    const picked = corners[Math.floor(random() * corners.length)]
    if (picked === undefined) throw new Error('It has no corners.')
    const there = withCornerAt(before, picked, [picked.place[0] + 10, picked.place[1] - 10])
    expect(withCornerAt(there, picked, picked.place)).toEqual(before)
    const [ring = []] = chainsOf(before)
    const fewer = withoutCorner(before, picked)
    const around = [-1, 0, 1].map(
      (by) => ring[(picked.at + by + corners.length) % corners.length] as Position,
    )
    const triangle = areaOf({ type: 'Polygon', coordinates: [[...around, around[0] as Position]] })
    expect(fewer && Math.abs(Math.abs(areaOf(fewer) - areaOf(before)) - triangle)).toBeLessThan(1e-6)
  }
})

test('shapes side by side become one, without a seam', () => {
  const cells = [0, 1, 2, 3].flatMap((row) => [0, 1, 2, 3].map((column) => square(10 * column, 10 * row, 10)))
  const whole = merged(cells)
  expect(area(whole)).toBe(1600)
  expect(whole?.geometry).toMatchObject({ type: 'Polygon' })
  expect(whole && cornersOf(whole.geometry)).toHaveLength(4)
})

/** Of the corners of two geometries with as many of them, in their order. */
function farthestApart(one: AnnotationGeometry, other: AnnotationGeometry): number {
  const places = cornersOf(other)
  return Math.max(
    ...cornersOf(one).map(({ place }, at) => {
      const [x, y] = places[at]?.place ?? [Number.POSITIVE_INFINITY, 0]
      return Math.hypot(place[0] - x, place[1] - y)
    }),
  )
}
