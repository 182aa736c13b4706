import { expect, test } from 'vitest'
import { countMark } from './drawn-badge.tsx'

test('a badge counts to 99, and marks nothing where there is nothing', () => {
  expect([0, 1, 99, 100].map(countMark)).toEqual(['', '1', '99', '99+'])
})
