import { expect, test } from 'vitest'
import { nextPlace } from './next-place.ts'

test('begins with the worst, goes round, and goes back', () => {
  expect(nextPlace(null, 1, 3)).toBe(0)
  expect(nextPlace(null, -1, 3)).toBe(2)
  expect(nextPlace(2, 1, 3)).toBe(0)
  expect(nextPlace(0, -1, 3)).toBe(2)
  expect(nextPlace(0, 1, 1)).toBe(0)
})
