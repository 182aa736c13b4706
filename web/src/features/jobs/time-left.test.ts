import { describe, expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

const now = new Date('2026-11-15T14:05:00.000Z')
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()

describe('the time left', () => {
  test.each([
    [3, 'a few seconds left'],
    [-20, 'a few seconds left'],
    [40, 'less than a minute left'],
    [90, 'about 2 min left'],
    [600, 'about 12 min left'],
    [3600, 'about 1 h 15 min left'],
    [9000, 'about 3 h left'],
  ])('of something that ends in %i s is "%s", with a margin', (seconds, expected) => {
    expect(timeLeft(inSeconds(seconds), now)).toBe(expected)
  })

  test('is not guessed where the end is unknown or long past', () => {
    expect(timeLeft(null, now)).toBeNull()
    expect(timeLeft(inSeconds(-120), now)).toBeNull()
  })
})
