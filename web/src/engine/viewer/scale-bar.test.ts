import { expect, test } from 'vitest'
import { createRandom } from '../test-random.ts'
import { scaleBar } from './scale-bar.ts'
import { testImage } from './test-view.ts'
import type { ViewedImage } from './viewed-image.ts'

const scan = testImage({ mpp_x: 0.25, mpp_y: 0.25 })
const bar = ({ space }: ViewedImage, resolution: number, longest: number, rotation = 0) =>
  scaleBar(space, { center: { x: 0, y: 0 }, resolution, rotation, flipped: false }, longest, 'en-GB')

test('a bar is as long on the screen as it says', () => {
  // 0.25 µm × 4 are one µm a pixel of the screen.
  expect(bar(scan, 4, 150)).toEqual({ width: 100, label: '100 µm' })
  expect(bar(scan, 4, 99)).toEqual({ width: 50, label: '50 µm' })
})

test('where pixels are not square, it measures those that lie to the right after a turn', () => {
  const image = testImage({ mpp_x: 0.25, mpp_y: 0.5 })
  expect(bar(image, 4, 150)).toEqual({ width: 100, label: '100 µm' })
  const { width, label } = bar(image, 4, 150, Math.PI / 2)
  expect([width, label]).toEqual([expect.closeTo(100), '200 µm'])
})

test('units are those one would say', () => {
  expect(bar(scan, 40, 150).label).toBe('1 mm')
  expect(bar(scan, 100, 150).label).toBe('2 mm')
  expect(bar(scan, 0.0125, 100).label).toBe('200 nm')
})

test('without a scale it counts pixels of the image', () => {
  const image = testImage({ mpp_x: null, mpp_y: null })
  expect(bar(image, 8, 150)).toEqual({ width: 125, label: '1,000 px' })
})

test('it is never wider than asked, and never shorter than two fifths of it', () => {
  const random = createRandom(3)
  for (let count = 0; count < 200; count += 1) {
    const { width } = bar(scan, 2 ** (random() * 14 - 4), 140)
    expect(width).toBeLessThanOrEqual(140.0001)
    expect(width).toBeGreaterThan(140 * 0.39)
  }
})
