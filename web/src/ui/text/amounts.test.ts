import { bytes, uploadLimits } from '@cresyl/contract/api/limits'
import { expect, test } from 'vitest'
import { formatBytes, formatDuration, formatSpeed, formatTimeLeft } from './amounts.ts'

const size = (count: number) => formatBytes(count, 'en-GB')

test('sizes are counted in 1024 and shown with three figures at most', () => {
  expect(size(0)).toBe('0 B')
  expect(size(1)).toBe('1 B')
  expect(size(1000)).toBe('1,000 B')
  expect(size(bytes.KB)).toBe('1 KB')
  expect(size(1.5 * bytes.MB)).toBe('1.5 MB')
  expect(size(640 * bytes.KB)).toBe('640 KB')
  expect(size(12.44 * bytes.GB)).toBe('12.4 GB')
  expect(size(uploadLimits.maxFileSize)).toBe('40 GB')
  expect(size(3 * 1024 * bytes.GB)).toBe('3 TB')
})

test('what rounds up to a whole unit is shown in that unit', () => {
  expect(size(bytes.MB - 1)).toBe('1 MB')
  expect(size(bytes.GB - 1)).toBe('1 GB')
  expect(size(99.97 * bytes.MB)).toBe('100 MB')
})

test('numbers are written as in the language of the person', () => {
  expect(formatBytes(12.44 * bytes.GB, 'de-DE')).toBe('12,4 GB')
})

test('a speed is a size a second', () => {
  expect(formatSpeed(35 * bytes.MB, 'en-GB')).toBe('35 MB/s')
})

test('the time left is told no more exactly than it is known', () => {
  const left = (seconds: number) => formatTimeLeft(seconds, 'en-GB')
  expect(left(0)).toBe('a few seconds left')
  expect(left(30)).toBe('less than a minute left')
  expect(left(60)).toBe('about 1 min left')
  expect(left(61)).toBe('about 2 min left')
  expect(left(60 * 60)).toBe('about 1 h left')
  expect(left(2 * 3600 + 61)).toBe('about 2 h 5 min left')
})

test.each([
  [-5, '0 s'],
  [0.4, '0 s'],
  [45, '45 s'],
  [60, '1 min'],
  [200, '3 min 20 s'],
  [3600, '1 h'],
  [7500, '2 h 5 min'],
])('%d seconds are "%s"', (seconds, expected) => {
  expect(formatDuration(seconds * 1000)).toBe(expected)
})
