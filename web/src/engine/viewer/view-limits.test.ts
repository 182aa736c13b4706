import { expect, test } from 'vitest'
import { createRandom } from '../test-random.ts'
import { limited } from './view-limits.ts'
import { fitted, toScreen, type Viewport } from './viewport.ts'

const image = { width: 10_000, height: 4000 }
const size = { width: 800, height: 600 }
const view: Viewport = { center: { x: 5000, y: 2000 }, resolution: 2, rotation: 0, flipped: false }

test('what is within the limits stays as it is', () => {
  expect(limited(view, image, size)).toEqual(view)
})

test('one comes no closer than 8 pixels of the screen for one of the image', () => {
  expect(limited({ ...view, resolution: 0.01 }, image, size).resolution).toBe(1 / 8)
})

test('the whole image is never smaller than half of the screen, however it is turned', () => {
  for (const rotation of [0, 1, Math.PI / 2]) {
    const far = limited({ ...view, rotation, resolution: 1e6 }, image, size)
    expect(far.resolution).toBeCloseTo(2 * fitted(image, size, { ...view, rotation }).resolution)
  }
})

test('an image of one pixel fills the screen as any other', () => {
  const pixel = { width: 1, height: 1 }
  const whole = fitted(pixel, size, view)
  expect(limited(whole, pixel, size)).toEqual(whole)
  expect(limited({ ...whole, resolution: 100 }, pixel, size).resolution).toBeCloseTo(2 * whole.resolution)
})

test('the image never leaves the screen', () => {
  const random = createRandom(11)
  for (let count = 0; count < 200; count += 1) {
    const far: Viewport = {
      center: { x: (random() - 0.5) * 1e6, y: (random() - 0.5) * 1e6 },
      resolution: 2 ** (random() * 8 - 3),
      rotation: (Math.round(random() * 4) * Math.PI) / 2,
      flipped: random() < 0.5,
    }
    const near = limited(far, image, size)
    const corners = [0, image.width].flatMap((x) =>
      [0, image.height].map((y) => toScreen(near, size, { x, y })),
    )
    const reaches = (values: number[], most: number) => Math.min(...values) < most && Math.max(...values) > 0
    expect(
      reaches(
        corners.map(({ x }) => x),
        size.width,
      ),
    ).toBe(true)
    expect(
      reaches(
        corners.map(({ y }) => y),
        size.height,
      ),
    ).toBe(true)
  }
})
