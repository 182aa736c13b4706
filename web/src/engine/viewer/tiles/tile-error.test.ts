import { describe, expect, test } from 'vitest'
import { pauseAfter, readRetryAfter, TileError } from './tile-error.ts'

describe('the wait before another attempt', () => {
  const busy = (retryAfter?: number) => new TileError('busy', 503, { retryAfter })

  test('doubles, up to a minute', () => {
    const waits = [1, 2, 3, 4, 7, 20].map((attempts) => pauseAfter(busy(), attempts))
    expect(waits).toEqual([1000, 2000, 4000, 8000, 60_000, 60_000])
  })

  test('is as long as the server asks for, and never shorter than its turn', () => {
    expect(pauseAfter(busy(5000), 1)).toBe(5000)
    expect(pauseAfter(busy(5000), 4)).toBe(8000)
    expect(pauseAfter(busy(3_600_000), 1)).toBe(60_000)
  })

  test('there is none where asking again is in vain', () => {
    expect(pauseAfter(new TileError('gone', 404), 1)).toBeNull()
    expect(pauseAfter(new Error('a mistake of ours'), 1)).toBeNull()
  })
})

test('Retry-After is a number of seconds or a date', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  expect(readRetryAfter('7', now)).toBe(7000)
  expect(readRetryAfter('Sun, 01 Mar 2026 12:00:30 GMT', now)).toBe(30_000)
  expect(readRetryAfter('Sun, 01 Mar 2026 11:00:00 GMT', now)).toBe(0)
  for (const nothing of [null, '', 'soon']) expect(readRetryAfter(nothing, now)).toBeUndefined()
})
