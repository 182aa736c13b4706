import { expect, test } from 'vitest'
import { createTestView, testImage } from '../test-view.ts'
import { toScreen } from '../viewport.ts'
import { actOnView } from './view-actions.ts'

const scan = testImage({ width: 80_000, height: 60_000, mpp_x: 0.25, mpp_y: 0.25, objective: 40 })
const view = (start = {}) => createTestView(scan, { center: { x: 4e4, y: 3e4 }, resolution: 4, ...start })

test('arrows move the window over the slide: right shows what is further right, turned or mirrored', () => {
  for (const start of [{}, { rotation: 1 }, { rotation: 2, flipped: true }]) {
    const moved = view(start)
    const seen = moved.viewport().center
    actOnView(moved, 'panRight')
    expect(toScreen(moved.viewport(), moved.size(), seen).x).toBeCloseTo(320, 3)
    actOnView(moved, 'panFarUp')
    expect(toScreen(moved.viewport(), moved.size(), seen).y).toBeCloseTo(600, 3)
  }
})

test('twice in is twice as large, and out comes back', () => {
  const zoomed = view()
  actOnView(zoomed, 'zoomIn')
  actOnView(zoomed, 'zoomIn')
  expect(zoomed.viewport().resolution).toBeCloseTo(2)
  actOnView(zoomed, 'zoomOut')
  actOnView(zoomed, 'zoomOut')
  expect(zoomed.viewport().resolution).toBeCloseTo(4)
})

test('figures show objectives, and nothing where an image has no such step', () => {
  const shown = view()
  expect(actOnView(shown, 'step6')).toBe(true)
  expect(shown.viewport().resolution).toBe(2)
  const coarse = createTestView(testImage({ mpp_x: 4, mpp_y: 4, objective: null }))
  expect(actOnView(coarse, 'step7')).toBe(false)
  expect(coarse.moves()).toBe(0)
})

test('four quarter turns and two flips are as before, and U is as scanned', () => {
  const turned = view({ rotation: 0.3 })
  for (const action of [
    'turnRight',
    'turnRight',
    'turnRight',
    'turnRight',
    'flipVertical',
    'flipVertical',
  ] as const) {
    actOnView(turned, action)
  }
  expect(turned.viewport().rotation).toBeCloseTo(0.3)
  expect(turned.viewport().flipped).toBe(false)
  actOnView(turned, 'flipHorizontal')
  actOnView(turned, 'resetOrientation')
  expect(turned.viewport()).toMatchObject({ rotation: 0, flipped: false })
})

test('channels are switched where there are any', () => {
  const channels = createTestView(testImage({}, [{ name: 'DAPI' }, { name: 'CD3' }]))
  expect(actOnView(channels, 'channel2')).toBe(true)
  expect(channels.display().channels.map(({ shown }) => shown)).toEqual([true, false])
  expect(actOnView(channels, 'channel3')).toBe(false)
  expect(actOnView(view(), 'channel1')).toBe(false)
})

test('focus and time stop at their ends', () => {
  const stack = createTestView(testImage({ size_z: 3, size_t: 1 }))
  for (let count = 0; count < 5; count += 1) actOnView(stack, 'nextFocus')
  expect(stack.plane()).toEqual({ z: 2, t: 0 })
  for (let count = 0; count < 5; count += 1) actOnView(stack, 'previousFocus')
  expect(stack.plane()).toEqual({ z: 0, t: 0 })
  expect(actOnView(stack, 'nextTime')).toBe(false)
})

test('what is the page’s is none of a view’s', () => {
  expect(actOnView(view(), 'shortcuts')).toBe(false)
  expect(actOnView(view(), 'nextSlide')).toBe(false)
})
