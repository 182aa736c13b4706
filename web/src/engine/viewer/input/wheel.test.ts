import { describe, expect, test } from 'vitest'
import { createWheelReader, type WheelMove } from './wheel.ts'

/** Events as browsers tell them, one every 16 ms. */
function read(deltas: readonly number[], of: Partial<WheelMove> = {}): number[] {
  const reader = createWheelReader()
  return deltas.map((deltaY, index) =>
    reader({ deltaX: 0, deltaY, deltaMode: 0, ctrlKey: false, timeStamp: index * 16, ...of }),
  )
}
const sum = (levels: readonly number[]) => levels.reduce((all, one) => all + one, 0)

// As told by Chromium and Firefox for what is named.
const recorded = {
  chromiumNotch: [100],
  chromiumLinuxNotch: [120],
  firefoxNotchInLines: [3],
  macMouseSlowNotch: [4.000244140625],
  macMouseSpun: [4.000244140625, 12.000732421875, 36.002197265625, 68.004150390625, 112.0068359375],
  trackpadSlowScroll: [1, 1, 2, 3, 3, 4, 4, 3, 2, 2, 1, 1],
  trackpadFlick: [
    2, 9, 31, 68, 104, 131, 124, 109, 95, 82, 70, 61, 52, 45, 38, 33, 28, 24, 20, 17, 14, 12, 10, 8, 6, 5, 4,
    3, 2, 1,
  ],
  trackpadPinch: [-0.7, -2.1, -4.3, -6.8, -8.2, -9.1, -8.4, -6.6, -4.1, -2.3, -0.9],
}

describe('mouse', () => {
  test('a notch is the same in every browser, up is in, down is out', () => {
    expect(sum(read(recorded.chromiumNotch))).toBeCloseTo(-0.4)
    expect(sum(read(recorded.firefoxNotchInLines, { deltaMode: 1 }))).toBeCloseTo(-0.4)
    expect(sum(read(recorded.chromiumLinuxNotch))).toBeCloseTo(-0.48)
    expect(sum(read([-100]))).toBeCloseTo(0.4)
  })

  test('a page is no more than a few notches', () => {
    expect(sum(read([1], { deltaMode: 2 }))).toBe(-0.8)
  })

  test('a slow notch on a Mac can be seen, and a spin does not run away', () => {
    expect(sum(read(recorded.macMouseSlowNotch))).toBeCloseTo(-0.1)
    expect(sum(read(recorded.macMouseSpun))).toBeGreaterThan(-2)
    expect(sum(read(recorded.macMouseSpun))).toBeLessThan(-0.5)
  })

  test('with Ctrl held a wheel zooms as without', () => {
    expect(read([100, 100], { ctrlKey: true })).toEqual(read([100, 100]))
  })

  test('with Shift held, when browsers make it sideways, it zooms as well', () => {
    const reader = createWheelReader()
    expect(reader({ deltaX: 100, deltaY: 0, deltaMode: 0, ctrlKey: false, timeStamp: 0 })).toBeCloseTo(-0.4)
  })
})

describe('trackpad', () => {
  test('two fingers zoom gently: slowly over a centimetre hardly at all', () => {
    expect(sum(read(recorded.trackpadSlowScroll))).toBeGreaterThan(-0.1)
    expect(sum(read(recorded.trackpadSlowScroll))).toBeLessThan(0)
  })

  test('a flick with all its afterswing is about two levels, though single events look like notches', () => {
    expect(sum(read(recorded.trackpadFlick))).toBeGreaterThan(-2.6)
    expect(sum(read(recorded.trackpadFlick))).toBeLessThan(-1.5)
  })

  test('a pinch grows the picture as the fingers go apart', () => {
    const grown = 2 ** sum(read(recorded.trackpadPinch, { ctrlKey: true }))
    expect(grown).toBeCloseTo(Math.exp(sum(recorded.trackpadPinch.map((delta) => -delta)) / 100), 6)
  })

  test('a mouse after a trackpad is a mouse again', () => {
    const reader = createWheelReader()
    const event = { deltaX: 0, deltaMode: 0, ctrlKey: false }
    reader({ ...event, deltaY: 2, timeStamp: 0 })
    expect(reader({ ...event, deltaY: 100, timeStamp: 100 })).toBeCloseTo(-0.2)
    expect(reader({ ...event, deltaY: 100, timeStamp: 1000 })).toBeCloseTo(-0.4)
  })
})

test('no event does too much, and none that says nothing does anything', () => {
  expect(Math.min(...read([100, 2000, 5000]))).toBe(-0.8)
  expect(read([0]).map((levels) => levels + 0)).toEqual([0])
})
