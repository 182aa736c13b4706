import { expect, test } from 'vitest'
import { levelOf } from './warn-of-storage.ts'

test.each([
  [10, 0, 0],
  [80, 0, 80],
  [94.9, 80, 80],
  [95, 80, 95],
  [100, 0, 95],
  [94, 95, 95],
  [92, 95, 80],
  [79, 80, 80],
  [77, 80, 0],
  [10, 95, 0],
])('at %d %%, told of %d, it is %d', (percent, told, expected) => {
  expect(levelOf(percent, told)).toBe(expected)
})
