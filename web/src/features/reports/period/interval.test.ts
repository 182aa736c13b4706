import { expect, test } from 'vitest'
import { possibleIntervals, usualInterval } from './interval.ts'

test.each([
  ['2026-11-17', '2026-11-17', 'day'],
  ['2026-11-01', '2026-11-17', 'day'],
  ['2026-02-01', '2026-02-28', 'week'],
  ['2026-10-01', '2026-12-31', 'week'],
  ['2025-12-01', '2026-11-17', 'month'],
  ['2023-12-01', '2026-11-17', 'quarter'],
  ['1990-01-01', '2100-12-31', 'year'],
])('from %s to %s is divided by %s', (first, last, interval) => {
  expect(usualInterval({ first, last })).toBe(interval)
})

test('nothing is divided into parts that can’t be seen, nor into less than one', () => {
  expect(possibleIntervals({ first: '2026-10-01', last: '2026-12-31' })).toEqual([
    'day',
    'week',
    'month',
    'quarter',
  ])
  expect(possibleIntervals({ first: '2017-01-01', last: '2026-12-31' })).toEqual(['quarter', 'year'])
  expect(possibleIntervals({ first: '2026-11-17', last: '2026-11-17' })).toEqual(['day'])
})
