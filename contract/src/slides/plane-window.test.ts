import { expect, test } from 'vitest'
import type { ChannelStats } from './images.ts'
import { deepPlaneWindow, planeWindow } from './viewers.ts'

const stats = (low: number, high: number, max = high): ChannelStats => ({
  min: low,
  max,
  mean: low,
  percentiles: { p0_1: low, p1: low, p50: low, p99: high, p99_9: high },
  histogram: { low, high, counts: [] },
})

test('8 bits span what nearly all values lie in', () => {
  expect(planeWindow('u16', stats(100, 4000, 60_000))).toEqual([100, 4000])
})

test.each([
  ['a few bright values', 'u16', stats(7, 7, 900), [7, 900]],
  ['one value', 'u16', stats(7, 7), [7, 8]],
  ['one value of floating point', 'f32', stats(2, 2), [2, 2.002]],
] as const)('of %s they have some width still', (_what, type, counted, window) => {
  expect(planeWindow(type, counted)).toEqual(window)
})

test.each([
  ['u8', [0, 255]],
  ['i16', [-32768, 32767]],
  ['u32', [0, 4294967295]],
  ['i32', [-2147483648, 2147483647]],
  ['f32', [0, 1]],
] as const)('of %s they span all there can be, as long as nothing was counted', (type, window) => {
  expect(planeWindow(type, null)).toEqual(window)
})

test.each([
  ['u8', [0, 65535]],
  ['u16', [0, 65535]],
  ['i8', [-128, 65407]],
  ['i16', [-32768, 32767]],
  ['u32', [100, 4000]],
  ['i32', [100, 4000]],
  ['f32', [100, 4000]],
] as const)('16 bits hold the values of %s as they are, or their window', (type, window) => {
  expect(deepPlaneWindow(type, stats(100, 4000))).toEqual(window)
})
