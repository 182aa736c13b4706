import { expect, test } from 'vitest'
import { imagePlace, overviewport, seenBox } from './overview.ts'
import { createTestView, testImage } from './test-view.ts'
import { toScreen } from './viewport.ts'

const box = { width: 200, height: 150 }
const middle = { x: 20_000, y: 10_000 }
/** It shows 8,000 × 6,000 pixels around the middle of 40,000 × 20,000. */
const viewOf = (start: { rotation?: number; flipped?: boolean } = {}) =>
  createTestView(testImage({ width: 40_000, height: 20_000 }), { center: middle, resolution: 10, ...start })

const rounded = (figures: object) =>
  Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, Math.round(figure * 100) / 100]))

test('what the screen shows is marked on the whole image', () => {
  expect(seenBox(viewOf(), box)).toEqual({ x: 80, y: 60, width: 40, height: 30 })
})

test('the whole image turns with the view and stays in the box', () => {
  const view = viewOf({ rotation: Math.PI / 2 })
  const overview = overviewport(view, box)
  // Its 40,000 pixels stand upright in 150.
  expect(rounded(toScreen(overview, box, { x: 0, y: 0 }))).toEqual({ x: 137.5, y: 0 })
  expect(rounded(seenBox(view, box))).toEqual({ x: 85, y: 63.75, width: 30, height: 22.5 })
})

test('a place of the box is a place of the image, turned and mirrored or not', () => {
  expect(rounded(imagePlace(viewOf(), box, { x: 50, y: 75 }))).toEqual({ x: 10_000, y: 10_000 })
  expect(rounded(imagePlace(viewOf({ flipped: true }), box, { x: 50, y: 75 }))).toEqual({
    x: 30_000,
    y: 10_000,
  })
  const place = { x: 12_000, y: 7000 }
  for (const rotation of [0, 0.7, 3]) {
    for (const flipped of [false, true]) {
      const view = viewOf({ rotation, flipped })
      expect(rounded(imagePlace(view, box, toScreen(overviewport(view, box), box, place)))).toEqual(place)
    }
  }
})

test('no view leaves the image', () => {
  expect(imagePlace(viewOf(), box, { x: -5, y: 149 })).toEqual({ x: 0, y: 20_000 })
})
