import { expect, test } from 'vitest'
import { monthIn, monthsOf } from './months.ts'

test('months without anything are zero, and each total is the sum of all before', () => {
  const added = new Map<string | null, number>([
    ['2026-02', 5],
    ['2025-11', 10],
    [null, 1],
    ['2031-01', 2],
  ])
  expect(monthsOf(added, '2026-02')).toEqual([
    { month: '2025-11', added_bytes: 10, total_bytes: 10 },
    { month: '2025-12', added_bytes: 0, total_bytes: 10 },
    { month: '2026-01', added_bytes: 0, total_bytes: 10 },
    { month: '2026-02', added_bytes: 8, total_bytes: 18 },
  ])
})

test('there is always the present month', () => {
  expect(monthsOf(new Map(), '2026-02')).toEqual([{ month: '2026-02', added_bytes: 0, total_bytes: 0 }])
})

test('a month begins where the organisation is', () => {
  const moment = new Date('2026-01-31T23:30:00Z')
  expect(monthIn('UTC', moment)).toBe('2026-01')
  expect(monthIn('Asia/Tokyo', moment)).toBe('2026-02')
})
