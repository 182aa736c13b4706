import { describe, expect, test } from 'vitest'
import {
  formatDate,
  formatDateTime,
  formatExactTime,
  formatNumber,
  formatPercent,
  formatRelative,
  formatTime,
} from './dates.ts'

const moment = new Date(2026, 10, 15, 14, 5)

test('dates and numbers are written the British way unless chosen otherwise', () => {
  expect(formatDate(moment)).toBe('15 Nov 2026')
  expect(formatDateTime(moment)).toBe('15 Nov 2026, 14:05')
  expect(formatNumber(1234)).toBe('1,234')
})

test('dates and numbers are written the way that was chosen', () => {
  expect(formatDate(moment, 'de-DE')).toBe('15. Nov. 2026')
  expect(formatDate(moment, 'en-US')).toBe('Nov 15, 2026')
  expect(formatNumber(1234.5, 'de-DE')).toBe('1.234,5')
  expect(formatRelative(moment, moment, 'de-DE')).toBe('jetzt')
  expect(formatRelative(new Date(moment.getTime() - 120_000), moment, 'de-DE')).toBe('vor 2 Minuten')
})

test('times of the day are written without the date', () => {
  expect(formatTime(moment)).toBe('14:05')
  expect(formatExactTime(moment)).toBe('14:05:00')
})

test('what is nearly done is not 100%', () => {
  expect([0.29, 0.999, 1].map((part) => formatPercent(part))).toEqual(['29%', '99%', '100%'])
})

describe('relative times', () => {
  const secondsBefore = (seconds: number) => new Date(moment.getTime() - seconds * 1000).toISOString()

  test.each([
    [0, 'just now'],
    [59, 'just now'],
    [-30, 'just now'],
    [60, '1 minute ago'],
    [59 * 60, '59 minutes ago'],
    [3600, '1 hour ago'],
    [23 * 3600, '23 hours ago'],
    [24 * 3600, 'yesterday'],
    [5 * 24 * 3600, '5 days ago'],
    [40 * 24 * 3600, '6 Oct 2026'],
    [-(30 * 24 * 3600 - 17 * 60), 'in 30 days'],
    [-90 * 60, 'in 2 hours'],
  ])('%i seconds before are "%s"', (seconds, expected) => {
    expect(formatRelative(secondsBefore(seconds), moment)).toBe(expected)
  })
})
