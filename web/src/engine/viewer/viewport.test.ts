import { describe, expect, test } from 'vitest'
import { createRandom } from '../test-random.ts'
import {
  fitted,
  flipped,
  imageToScreen,
  isAsScanned,
  normalAngle,
  panned,
  toImage,
  toScreen,
  turned,
  type Viewport,
  visibleBox,
  zoomedAt,
} from './viewport.ts'

const size = { width: 800, height: 600 }
const plain: Viewport = { center: { x: 1000, y: 500 }, resolution: 2, rotation: 0, flipped: false }
const close = (one: { x: number; y: number }, other: { x: number; y: number }, digits = 6) => {
  expect(one.x).toBeCloseTo(other.x, digits)
  expect(one.y).toBeCloseTo(other.y, digits)
}

/** Hundred viewports of all kinds, with a place each. */
const samples = (() => {
  const random = createRandom(7)
  const between = (least: number, most: number) => least + random() * (most - least)
  const point = () => ({ x: between(-1e4, 1e4), y: between(-1e4, 1e4) })
  return Array.from({ length: 100 }, () => ({
    viewport: {
      center: point(),
      resolution: between(0.05, 100),
      rotation: between(-4, 4),
      flipped: random() < 0.5,
    },
    place: point(),
    resolution: between(0.05, 100),
  }))
})()

describe('places', () => {
  test('the middle of the screen shows the center, and a CSS pixel covers so many of the image', () => {
    close(toScreen(plain, size, plain.center), { x: 400, y: 300 })
    close(toScreen(plain, size, { x: 1002, y: 500 }), { x: 401, y: 300 })
  })

  test('a quarter turn brings what was above to the right; mirrored, to the left', () => {
    const turnedRight = { ...plain, rotation: Math.PI / 2 }
    close(toScreen(turnedRight, size, { x: 1000, y: 480 }), { x: 410, y: 300 })
    close(toScreen({ ...turnedRight, flipped: true }, size, { x: 1000, y: 480 }), { x: 390, y: 300 })
  })

  test('there and back again', () => {
    for (const { viewport, place } of samples) {
      close(toImage(viewport, size, toScreen(viewport, size, place)), place, 4)
    }
  })

  test('all corners of the screen are in the visible box', () => {
    for (const { viewport } of samples) {
      const { x, y, width, height } = visibleBox(viewport, size)
      for (const corner of [
        { x: 0, y: 0 },
        { x: 800, y: 0 },
        { x: 0, y: 600 },
        { x: 800, y: 600 },
      ]) {
        const place = toImage(viewport, size, corner)
        expect(place.x).toBeGreaterThanOrEqual(x - 1e-6)
        expect(place.x).toBeLessThanOrEqual(x + width + 1e-6)
        expect(place.y).toBeGreaterThanOrEqual(y - 1e-6)
        expect(place.y).toBeLessThanOrEqual(y + height + 1e-6)
      }
    }
  })
})

describe('moves', () => {
  test('zooming keeps what is under the pointer', () => {
    for (const { viewport, resolution } of samples) {
      const place = { x: 123, y: 456 }
      const zoomed = zoomedAt(viewport, size, place, resolution)
      expect(zoomed.resolution).toBe(resolution)
      close(toImage(zoomed, size, place), toImage(viewport, size, place), 4)
    }
  })

  test('panning moves the picture with the hand, however it is turned', () => {
    for (const { viewport } of samples) {
      const grabbed = toImage(viewport, size, { x: 100, y: 100 })
      close(toScreen(panned(viewport, size, { x: 30, y: -20 }), size, grabbed), { x: 130, y: 80 }, 4)
    }
  })

  test('flipping exchanges sides on the screen, and twice is as before', () => {
    for (const { viewport, place } of samples) {
      const before = toScreen(viewport, size, place)
      close(toScreen(flipped(viewport, 'horizontal'), size, place), { x: 800 - before.x, y: before.y }, 4)
      close(toScreen(flipped(viewport, 'vertical'), size, place), { x: before.x, y: 600 - before.y }, 4)
      const twice = flipped(flipped(viewport, 'vertical'), 'vertical')
      close(toScreen(twice, size, place), before, 4)
    }
  })

  test('turning is clockwise on the screen, mirrored or not', () => {
    for (const isFlipped of [false, true]) {
      const viewport = { ...plain, flipped: isFlipped }
      const above = toImage(viewport, size, { x: 400, y: 200 })
      close(toScreen(turned(viewport, Math.PI / 2), size, above), { x: 500, y: 300 })
    }
  })

  test('what is fitted is all on the screen, as large as it can be', () => {
    const image = { width: 40_000, height: 10_000 }
    for (const rotation of [0, Math.PI / 2, 1]) {
      const viewport = fitted(image, size, { ...plain, rotation }, 1)
      const affine = imageToScreen(viewport, size)
      expect(affine).toBeDefined()
      const corners = [0, image.width].flatMap((x) =>
        [0, image.height].map((y) => toScreen(viewport, size, { x, y })),
      )
      const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
      const [width, height] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)]
      expect(Math.max(width / size.width, height / size.height)).toBeCloseTo(1, 6)
    }
  })

  test('angles are said in one way', () => {
    expect(normalAngle(3 * Math.PI)).toBeCloseTo(Math.PI)
    expect(normalAngle(-Math.PI / 2)).toBeCloseTo(-Math.PI / 2)
    expect(normalAngle(2 * Math.PI)).toBeCloseTo(0)
  })
})

test('only what is neither turned nor mirrored is as scanned', () => {
  expect(isAsScanned(plain)).toBe(true)
  expect(isAsScanned({ ...plain, rotation: 2 * Math.PI })).toBe(true)
  expect(isAsScanned({ ...plain, flipped: true })).toBe(false)
  expect(isAsScanned({ ...plain, rotation: 0.1 })).toBe(false)
})
