import { expect, test } from 'vitest'
import { isTimeZone, timeIn, timeZones } from './time-zones.ts'

test('UTC is offered, first and once', () => {
  const offered = timeZones()
  expect(offered[0]).toBe('UTC')
  expect(offered.filter((zone) => zone === 'UTC')).toHaveLength(1)
  expect(offered).toContain('Europe/Berlin')
})

test('the time is that of the zone', () => {
  const now = new Date('2026-11-15T23:30:00Z')
  expect(timeIn('UTC', now)).toBe('Sunday 23:30')
  expect(timeIn('Europe/Berlin', now)).toBe('Monday 00:30')
})

test.each(['', 'Mars/Olympus', 'not a zone'])('“%s” is none', (name) => {
  expect(isTimeZone(name)).toBe(false)
  expect(timeIn(name, new Date())).toBeNull()
})
