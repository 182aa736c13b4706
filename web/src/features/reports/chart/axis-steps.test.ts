import { expect, test } from 'vitest'
import { axisSteps } from './axis-steps.ts'

const GB = 1024 ** 3

test.each([
  ['seconds', 15, { interval: 5, max: 15 }],
  ['seconds', 1000, { interval: 300, max: 1200 }],
  ['seconds', 3 * 86_400, { interval: 86_400, max: 3 * 86_400 }],
  ['bytes', 7.9 * GB, { interval: 2 * GB, max: 8 * GB }],
  ['bytes', 700, { interval: 200, max: 800 }],
  ['share', 0.3, { interval: 0.25, max: 1 }],
] as const)('%s up to %f', (unit, highest, expected) => {
  expect(axisSteps(unit, highest)).toEqual(expected)
})

test('what is larger than any step known is divided all the same', () => {
  const years = axisSteps('seconds', 40 * 365 * 86_400)
  expect(years && years.max / years.interval).toBeLessThanOrEqual(5)
  const petabytes = axisSteps('bytes', 1e18)
  expect(petabytes && petabytes.max / petabytes.interval).toBeLessThanOrEqual(5)
})

test('counts are divided by tens, and nothing by nothing', () => {
  expect(axisSteps('count', 400)).toBeUndefined()
  expect(axisSteps('bytes', 0)).toBeUndefined()
})
