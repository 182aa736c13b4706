import { areaOf, chainsOf, type Position } from '@cresyl/contract/annotations/annotation-geometry'
import { expect, test } from 'vitest'
import { cornerNear, cornersOf, sideNear, withCornerAfter, withCornerAt, withoutCorner } from './corners.ts'
import { ellipseIn, frameOf, placeInFrame, rectangleIn, resized, type ShapeFrame } from './frame.ts'
import { contains, distanceTo, isHit } from './hit.ts'
import { simplifiedLine } from './simplify.ts'
import { square } from './test-shapes.ts'
import { turnedAround } from './transform.ts'

const tilted: ShapeFrame = { center: [500, 400], u: [60, 45], v: [-15, 20] }
const near = (one: Position, other: Position) => Math.hypot(one[0] - other[0], one[1] - other[1]) < 1e-6

test.each([rectangleIn, ellipseIn])(
  'a frame is read back from what was drawn in it, turned or not',
  (make) => {
    const frame = frameOf(make(tilted))
    expect(near(frame.center, tilted.center) && near(frame.u, tilted.u) && near(frame.v, tilted.v)).toBe(true)
    const figure = make(tilted)
    const turned = frameOf({ ...figure, geometry: turnedAround(figure.geometry, [0, 0], 0.7) })
    expect(Math.hypot(...turned.u)).toBeCloseTo(75)
    expect(Math.hypot(...turned.v)).toBeCloseTo(25)
  },
)

test('an ellipse has 64 corners, closed, and nearly the area of one', () => {
  const { geometry } = ellipseIn({ center: [0, 0], u: [100, 0], v: [0, 50] })
  const [ring] = chainsOf(geometry)
  expect(ring).toHaveLength(65)
  expect(ring?.at(-1)).toEqual(ring?.[0])
  expect(areaOf(geometry) / (Math.PI * 5000)).toBeCloseTo(0.998, 2)
})

test('dragging a corner keeps the one across from it, a side the other side', () => {
  const wider = resized(tilted, { u: 1, v: 1 }, [700, 600], false)
  expect(near(placeInFrame(wider, -1, -1), placeInFrame(tilted, -1, -1))).toBe(true)
  const longer = resized(tilted, { u: 1, v: 0 }, placeInFrame(tilted, 3, 0), false)
  expect(near(placeInFrame(longer, -1, 0), placeInFrame(tilted, -1, 0))).toBe(true)
  expect(Math.hypot(...longer.u)).toBeCloseTo(150)
  expect(longer.v).toEqual(tilted.v)
  const even = resized(tilted, { u: 1, v: 1 }, placeInFrame(tilted, 3, 1), true)
  expect(Math.hypot(...even.v)).toBeCloseTo(50)
})

test('corners are moved, put in and taken away; rings stay closed', () => {
  const shape = square(0, 0, 10)
  expect(cornersOf(shape)).toHaveLength(4)
  const corner = cornerNear(shape, [0.5, 0.5], 2)
  if (corner === null) throw new Error('The corner was not found.')
  const moved = withCornerAt(shape, corner, [-10, -10])
  expect(chainsOf(moved)[0]?.at(-1)).toEqual([-10, -10])
  const side = sideNear(shape, [5, 0.5], 2)
  if (side === null) throw new Error('The side was not found.')
  const more = withCornerAfter(shape, side, [5, -5])
  expect(cornersOf(more)).toHaveLength(5)
  expect(areaOf(more)).toBe(125)
  const less = withoutCorner(shape, corner)
  expect(less && areaOf(less)).toBe(50)
  expect(less && withoutCorner(less, corner)).toBeNull()
})

test('a click inside or on the line means a shape, one in its hole does not', () => {
  const ring = {
    type: 'Polygon' as const,
    coordinates: [...chainsOf(square(0, 0, 30)), ...chainsOf(square(10, 10, 10))],
  }
  const shape = { ...ring, coordinates: ring.coordinates.map((each) => [...each]) }
  expect(contains(shape, [5, 5])).toBe(true)
  expect(contains(shape, [15, 15])).toBe(false)
  expect(isHit(shape, [15, 11], 2)).toBe(true)
  expect(distanceTo({ type: 'Point', coordinates: [3, 4] }, [0, 0])).toBe(5)
})

test('a straight line needs its ends only', () => {
  const line = Array.from({ length: 50 }, (_, at): Position => [at, at * 2])
  expect(simplifiedLine(line, 0.1)).toEqual([line[0], line[49]])
})
