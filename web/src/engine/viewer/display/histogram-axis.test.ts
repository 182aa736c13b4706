import { expect, test } from 'vitest'
import { createRandom } from '../../test-random.ts'
import {
  gammaOfMidtone,
  histogramAxis,
  keyStep,
  midtone,
  moveEnd,
  positionOf,
  valueAt,
} from './histogram-axis.ts'
import { barsPath, histogramBars } from './histogram-bars.ts'
import { testStats } from './test-pyramid.ts'

const window = { low: 100, high: 1100 }
const axisOf = (whole: boolean, within = window) =>
  histogramAxis({ pixelType: 'u16', stats: testStats, window: within, whole })

test('the axis shows where most values are, or all of them', () => {
  const near = axisOf(false)
  expect([near.from, Math.round(near.to), near.step]).toEqual([0, 1433, 1])
  expect(axisOf(true)).toEqual({ from: 0, to: 65_535, step: 1 })
})

test('it reaches as far as the window', () => {
  const { from, to } = axisOf(false, { low: -50, high: 70_000 })
  expect([from, to]).toEqual([-50, 70_000])
})

test('without figures it shows what the type can hold', () => {
  const bare = { stats: null, window: { low: 0, high: 1 }, whole: false }
  expect(histogramAxis({ ...bare, pixelType: 'u8' })).toEqual({ from: 0, to: 255, step: 1 })
  expect(histogramAxis({ ...bare, pixelType: 'f32' })).toEqual({ from: 0, to: 1, step: 0.001 })
})

test('values and positions lead back to each other', () => {
  const axis = axisOf(true)
  for (const value of [0, 1, 777, 65_535]) expect(valueAt(positionOf(value, axis), axis)).toBe(value)
  expect([valueAt(-1, axis), valueAt(2, axis)]).toEqual([0, 65_535])
})

test('an end can be moved up to a step from the other one', () => {
  expect(moveEnd(window, 'low', 300, 1)).toEqual({ low: 300, high: 1100 })
  expect(moveEnd(window, 'low', 5000, 1)).toEqual({ low: 1099, high: 1100 })
  expect(moveEnd(window, 'high', 3, 1)).toEqual({ low: 100, high: 101 })
})

test('the middle handle stands halfway at gamma 1, lower above it, and leads back to the gamma', () => {
  expect(midtone({ ...window, gamma: 1 })).toBe(600)
  expect(midtone({ ...window, gamma: 2 })).toBe(350)
  const random = createRandom(8)
  for (let round = 0; round < 100; round += 1) {
    const gamma = 0.1 + 4.9 * random()
    expect(gammaOfMidtone(window, midtone({ ...window, gamma }))).toBeCloseTo(gamma, 9)
  }
})

test('the middle handle at either end gives the outermost gamma', () => {
  expect([gammaOfMidtone(window, 0), gammaOfMidtone(window, 2000)]).toEqual([5, 0.1])
})

test('keys move by a hundredth or a tenth, by whole values where values are whole', () => {
  expect([keyStep(axisOf(true), false), keyStep(axisOf(true), true)]).toEqual([655, 6554])
  expect(keyStep({ from: 0, to: 10, step: 1 }, false)).toBe(1)
  expect(keyStep({ from: 0, to: 1, step: 0.001 }, false)).toBe(0.01)
})

test('bars lie side by side over the axis, the highest as high as the picture', () => {
  const axis = axisOf(true)
  const bars = histogramBars(testStats.histogram, axis, false)
  expect(bars).toHaveLength(256)
  expect(Math.max(...bars.map(({ height }) => height))).toBe(1)
  expect(bars[0]?.left).toBe(0)
  for (const [at, bar] of bars.entries())
    if (at > 0) expect(bar.left).toBeCloseTo(bars[at - 1]?.right ?? -1, 12)
  expect(bars.at(-1)?.right).toBe(1)
})

test('those beyond the axis are left out and those at its ends cut off', () => {
  const bars = histogramBars(testStats.histogram, axisOf(false), true)
  expect(bars).toHaveLength(6)
  expect([bars[0]?.left, bars.at(-1)?.right]).toEqual([0, 1])
})

test('the logarithm lifts what is rare', () => {
  const [linear, lifted] = [false, true].map((logarithmic) =>
    histogramBars(testStats.histogram, axisOf(true), logarithmic),
  )
  expect(linear?.[101]?.height).toBe(0.001)
  expect(lifted?.[101]?.height).toBeCloseTo(Math.log(2) / Math.log(1001), 12)
})

test('an image of one value has one bar, and one that was never counted none', () => {
  const axis = { from: 0, to: 8, step: 1 }
  const bars = histogramBars({ low: 4, high: 4, counts: [9, ...Array(255).fill(0)] }, axis, true)
  expect(bars.filter(({ height }) => height > 0)).toHaveLength(1)
  expect(bars[0]).toMatchObject({ left: 0.5, height: 1 })
  expect(histogramBars({ low: 0, high: 8, counts: Array(256).fill(0) }, axis, true)).toEqual([])
})

test('the outline begins and ends at the bottom', () => {
  const bars = [
    { left: 0, right: 0.5, height: 1 },
    { left: 0.5, right: 1, height: 0.25 },
  ]
  expect(barsPath(bars, 100, 40)).toBe('M0 40L0 0H50L50 30H100L100 40Z')
  expect(barsPath([], 100, 40)).toBe('')
})
