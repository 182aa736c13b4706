import { expect, test } from 'vitest'
import { downsampleOf, isSmallerVersion, type Size } from './levels.ts'

const size = (width: number, height: number): Size => ({ width, height })

test.each([
  [size(46000, 32914), size(11500, 8228)],
  [size(46000, 32914), size(2875, 2057)],
  [size(4443, 3567), size(2221, 1783)],
  [size(4443, 3567), size(2222, 1784)],
  [size(2220, 2967), size(277, 370)],
  [size(300, 250), size(37, 31)],
  [size(1000, 3), size(500, 1)],
  [size(1000, 3), size(250, 1)],
  [size(200_000, 100_000), size(1, 1)],
])('%o can be made smaller to %o', (full, reduced) => {
  expect(isSmallerVersion(full, reduced)).toBe(true)
})

test.each([
  [size(2220, 2967), size(1280, 431)],
  [size(2220, 2967), size(387, 463)],
  [size(1000, 1000), size(500, 490)],
  [size(1000, 1000), size(1000, 1000)],
  [size(1000, 1000), size(999, 999)],
  [size(1000, 1000), size(2000, 2000)],
  [size(1000, 1000), size(500, 1000)],
])('%o can’t be made smaller to %o', (full, reduced) => {
  expect(isSmallerVersion(full, reduced)).toBe(false)
})

test('the downsample is the mean of both directions', () => {
  expect(downsampleOf(size(4443, 3567), size(2221, 1783))).toBeCloseTo(2.0005055500659967, 12)
})
