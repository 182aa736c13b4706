import { rotation } from '@cresyl/contract/slides/affine'
import { type ImageSpace, sourceSpace } from '@cresyl/contract/slides/image-space'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../../test-random.ts'
import {
  angleOf,
  areaOf,
  circleArea,
  circleOutline,
  crossesItself,
  distanceToSegment,
  lengthOf,
  perimeterOf,
  segmentLength,
  snapped,
} from './arithmetic.ts'

const size = { frame: 'one', width: 100_000, height: 80_000 }
const square = sourceSpace({ ...size, mpp: { x: 0.25, y: 0.25 } })
const oblong = sourceSpace({ ...size, mpp: { x: 0.25, y: 0.5 } })
const unknown = sourceSpace(size)
/** Turned by 30° in its frame, as a registered section is. */
const turned: ImageSpace = { ...square, placement: rotation(Math.PI / 6) }

const at = (x: number, y: number) => ({ x, y })

describe('lengths', () => {
  test('are in µm by both scales of the pixels', () => {
    expect(segmentLength(square, at(0, 0), at(300, 400))).toBeCloseTo(125, 9)
    expect(segmentLength(oblong, at(0, 0), at(400, 0))).toBeCloseTo(100, 9)
    expect(segmentLength(oblong, at(0, 0), at(0, 400))).toBeCloseTo(200, 9)
    expect(segmentLength(oblong, at(0, 0), at(120, 80))).toBeCloseTo(50, 9)
    expect(segmentLength(turned, at(10, 10), at(13, 14))).toBeCloseTo(5, 9)
  })

  test('are in pixels where nobody knows the scale', () => {
    expect(segmentLength(unknown, at(0, 0), at(3, 4))).toBe(5)
  })

  test('of a line are those of its segments, of an outline with the way back', () => {
    const points = [at(0, 0), at(400, 0), at(400, 300)]
    expect(lengthOf(square, points)).toBeCloseTo(175, 9)
    expect(perimeterOf(square, points)).toBeCloseTo(300, 9)
    expect([lengthOf(square, []), lengthOf(square, [at(1, 1)]), perimeterOf(square, [])]).toEqual([0, 0, 0])
  })
})

describe('areas', () => {
  test('of a rectangle and a triangle are those of the formulae, however they are drawn', () => {
    const rectangle = [at(0, 0), at(400, 0), at(400, 200), at(0, 200)]
    expect(areaOf(square, rectangle)).toBeCloseTo(100 * 50, 6)
    expect(areaOf(square, rectangle.toReversed())).toBeCloseTo(100 * 50, 6)
    expect(areaOf(oblong, rectangle)).toBeCloseTo(100 * 100, 6)
    expect(areaOf(unknown, rectangle)).toBe(80_000)
    expect(areaOf(oblong, [at(0, 0), at(400, 0), at(0, 200)])).toBeCloseTo(5000, 6)
  })

  test('keep their digits far away from the corner of the image', () => {
    const far = [at(99_000, 79_000), at(99_001, 79_000), at(99_001, 79_001), at(99_000, 79_001)]
    expect(areaOf(square, far)).toBeCloseTo(0.0625, 12)
  })

  test('of a regular polygon come near to that of its circle', () => {
    const diameter = 550
    const outline = circleOutline(oblong, at(5000, 5000), diameter, 720)
    expect(areaOf(oblong, outline) / 1e6).toBeCloseTo(circleArea(diameter), 4)
    expect(perimeterOf(oblong, outline)).toBeCloseTo(Math.PI * diameter, 1)
  })
})

describe('angles', () => {
  test('are those of the tissue, from 0 to 180°', () => {
    expect(angleOf(square, [at(10, 0), at(0, 0), at(0, 10)])).toBeCloseTo(90, 9)
    expect(angleOf(square, [at(10, 0), at(0, 0), at(10, 10)])).toBeCloseTo(45, 9)
    expect(angleOf(square, [at(10, 0), at(0, 0), at(-10, 0)])).toBeCloseTo(180, 9)
    expect(angleOf(square, [at(0, 10), at(0, 0), at(10, 0)])).toBeCloseTo(90, 9)
  })

  test('are right where pixels are twice as high as wide', () => {
    expect(angleOf(oblong, [at(10, 0), at(0, 0), at(10, 10)])).toBeCloseTo((Math.atan(2) * 180) / Math.PI, 9)
    expect(angleOf(turned, [at(10, 0), at(0, 0), at(10, 10)])).toBeCloseTo(45, 9)
  })

  test('without an arm are 0', () => {
    expect(angleOf(square, [at(0, 0), at(0, 0), at(5, 5)])).toBe(0)
    expect(angleOf(square, [at(0, 0)])).toBe(0)
  })
})

describe('outlines that cross themselves', () => {
  test('are found: a bow tie, a corner on a side, a side that goes back over another', () => {
    expect(crossesItself([at(0, 0), at(10, 10), at(10, 0), at(0, 10)])).toBe(true)
    expect(crossesItself([at(0, 0), at(10, 0), at(10, 10), at(5, 0), at(0, 10)])).toBe(true)
  })

  test('are not those that are merely bent', () => {
    expect(crossesItself([at(0, 0), at(10, 0), at(0, 10)])).toBe(false)
    expect(crossesItself([at(0, 0), at(10, 0), at(10, 10), at(5, 2), at(0, 10)])).toBe(false)
    expect(crossesItself([])).toBe(false)
  })

  test('no star around its own middle does', () => {
    const random = createRandom(8)
    for (let trial = 0; trial < 50; trial += 1) {
      const corners = Array.from({ length: 12 }, (_, step) => {
        const radius = 10 + 100 * random()
        const angle = (step * Math.PI) / 6
        return at(radius * Math.cos(angle), radius * Math.sin(angle))
      })
      expect(crossesItself(corners)).toBe(false)
    }
  })
})

describe('fields of view', () => {
  test('have the diameters and areas that microscopes are sold with', () => {
    expect(circleArea(550)).toBeCloseTo(0.2376, 4)
    expect(circleArea(450)).toBeCloseTo(0.159, 4)
    expect(circleArea(500)).toBeCloseTo(0.196, 3)
    expect(circleArea(590)).toBeCloseTo(0.273, 3)
  })

  test('are as many pixels wide as the scale says, in each direction', () => {
    const outline = circleOutline(oblong, at(1000, 1000), 550, 360)
    const xs = outline.map(({ x }) => x)
    const ys = outline.map(({ y }) => y)
    expect(Math.max(...xs) - 1000).toBeCloseTo(275 / 0.25, 6)
    expect(Math.max(...ys) - 1000).toBeCloseTo(275 / 0.5, 6)
    for (const edge of outline) expect(segmentLength(oblong, at(1000, 1000), edge)).toBeCloseTo(275, 6)
  })
})

test('directions are kept to steps of 15° from a base, as far as the pointer goes along them', () => {
  expect(snapped(at(0, 0), at(100, 4), 0).y).toBeCloseTo(0, 9)
  const diagonal = snapped(at(10, 10), at(110, 105), 0)
  expect(diagonal.x).toBeCloseTo(diagonal.y, 9)
  const tilted = snapped(at(0, 0), at(100, 20), 0.1)
  const steps = (Math.atan2(tilted.y, tilted.x) - 0.1) / (Math.PI / 12)
  expect(steps).toBeCloseTo(Math.round(steps), 9)
})

test('a place is as far from a segment as from its nearest point', () => {
  const segment = [at(0, 0), at(10, 0)] as const
  expect(distanceToSegment(at(5, 3), segment)).toBe(3)
  expect(distanceToSegment(at(13, 4), segment)).toBe(5)
  expect(distanceToSegment(at(3, 4), [at(0, 0), at(0, 0)])).toBe(5)
})
