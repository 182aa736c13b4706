import { expect, test } from 'vitest'
import { backOff } from './back-off.ts'

test('after a good stream the next is asked for at once', () => {
  expect(backOff(0)).toBe(0)
})

test('from a second to half a minute, doubling', () => {
  const most = [1, 2, 3, 4, 5, 6, 7, 50].map((failures) => backOff(failures, () => 1))
  expect(most).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
})

test('not everyone comes back at the same moment', () => {
  expect(backOff(6, () => 0)).toBe(15_000)
  expect(new Set(Array.from({ length: 10 }, () => backOff(3))).size).toBeGreaterThan(5)
})
