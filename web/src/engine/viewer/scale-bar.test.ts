import { expect, test } from 'vitest'
import { createRandom } from '../test-random.ts'
import { scaleBar } from './scale-bar.ts'
import { testImage } from './test-view.ts'

const scan = testImage({ mpp_x: 0.25, mpp_y: 0.25 })

test('a bar is as long on the screen as it says', () => {
  // 0.25 µm × 4 are one µm a pixel of the screen.
  expect(scaleBar(scan, 4, 150)).toEqual({ width: 100, label: '100 µm' })
  expect(scaleBar(scan, 4, 99)).toEqual({ width: 50, label: '50 µm' })
})

test('units are those one would say', () => {
  expect(scaleBar(scan, 40, 150).label).toBe('1 mm')
  expect(scaleBar(scan, 100, 150).label).toBe('2 mm')
  expect(scaleBar(scan, 0.0125, 100).label).toBe('200 nm')
})

test('without a scale it counts pixels of the image', () => {
  const image = testImage({ mpp_x: null, mpp_y: null })
  expect(scaleBar(image, 8, 150)).toEqual({ width: 125, label: '1000 px' })
})

test('it is never wider than asked, and never shorter than two fifths of it', () => {
  const random = createRandom(3)
  for (let count = 0; count < 200; count += 1) {
    const { width } = scaleBar(scan, 2 ** (random() * 14 - 4), 140)
    expect(width).toBeLessThanOrEqual(140.0001)
    expect(width).toBeGreaterThan(140 * 0.39)
  }
})
