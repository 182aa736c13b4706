import { expect, test } from 'vitest'
import { addDays, dayAt, daysBetween, readDay } from './days.ts'

test.each(['2026-02-29', '2026-13-01', '2026-1-1', '2026-00-10', 'today', '', '2100-02-29'])(
  '“%s” is no day',
  (text) => {
    expect(readDay(text)).toBeNull()
  },
)

test.each(['2028-02-29', '2000-02-29', '2026-12-31', '0099-01-01'])('%s is a day', (text) => {
  expect(readDay(text)).toBe(text)
})

test('months beyond a year reach into others', () => {
  expect(dayAt(2026, 13)).toBe('2027-01-01')
  expect(dayAt(2026, 0)).toBe('2025-12-01')
  expect(dayAt(2028, 3, 0)).toBe('2028-02-29')
})

test('days are counted over the end of February', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2027-02-28', 1)).toBe('2027-03-01')
  expect(daysBetween('2028-02-01', '2028-03-01')).toBe(29)
  expect(daysBetween('2028-03-01', '2028-02-01')).toBe(-29)
})
