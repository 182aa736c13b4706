import { expect, test } from 'vitest'
import { bucketLabel, formatChange, formatShort, formatValue, fullLabel } from './format.ts'

test.each([
  ['count', 1_234_567, '1,234,567'],
  ['bytes', 3.2 * 1024 ** 3, '3.2 GB'],
  ['seconds', 0.4, '0.4 s'],
  ['seconds', 200, '3 min 20 s'],
  ['seconds', 47 * 3600, '47 h'],
  ['seconds', 75 * 3600, '3 d 3 h'],
  ['share', 0.1234, '12.3%'],
  ['share', null, '–'],
] as const)('%s %s is read as %s', (unit, value, text) => {
  expect(formatValue(unit, value, 'en-GB')).toBe(text)
})

test('beside an axis huge numbers are short', () => {
  expect(formatShort('count', 12_345_678_901, 'en-GB')).toBe('12.3bn')
  expect(formatShort('count', 40, 'en-GB')).toBe('40')
})

test.each([
  [112, 100, '+12%'],
  [97, 100, '-3%'],
  [100.4, 100, '+0.4%'],
  [5, 0, null],
])('from the second to the first is a change: %d, %d', (now, before, text) => {
  expect(formatChange(now, before, 'en-GB')).toBe(text)
})

const bucket = { start: '2026-10-24T22:00:00Z', from: '2026-10-24T22:00:00Z', to: '2026-10-31T23:00:00Z' }

test.each([
  ['day', '25 Oct', '25 Oct 2026'],
  ['week', '25 Oct', '25 – 31 Oct 2026'],
  ['month', 'Oct 2026', 'October 2026'],
  ['quarter', 'Q4 2026', 'Q4 2026'],
  ['year', '2026', '2026'],
] as const)('a %s is named by the clocks of the organisation', (interval, short, full) => {
  // A week in which clocks are put back.
  expect(bucketLabel(bucket, interval, 'Europe/Berlin', 'en-GB')).toBe(short)
  expect(plain(fullLabel(bucket, interval, 'Europe/Berlin', 'en-GB'))).toBe(full)
})

/** Spaces of all widths are spaces. */
function plain(text: string): string {
  return text.replaceAll(/\s/g, ' ')
}
