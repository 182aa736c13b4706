import { expect, test } from 'vitest'
import { dayIn, knownZone } from './zone.ts'

test.each([
  ['UTC', '2026-11-17T23:59:59Z', '2026-11-17'],
  ['Europe/Berlin', '2026-11-17T23:30:00Z', '2026-11-18'],
  ['America/Los_Angeles', '2026-11-17T03:00:00Z', '2026-11-16'],
  ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01'],
  ['Asia/Kathmandu', '2026-05-04T18:15:00Z', '2026-05-05'],
  ['America/New_York', '2028-02-29T04:59:59Z', '2028-02-28'],
  ['America/New_York', '2028-02-29T05:00:00Z', '2028-02-29'],
  // On the days on which clocks change, and right before and after them.
  ['Europe/Berlin', '2026-03-28T22:59:59Z', '2026-03-28'],
  ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29'],
  ['Europe/Berlin', '2026-03-29T21:59:59Z', '2026-03-29'],
  ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
  ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25'],
  ['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-26'],
  // Clocks were put forward at midnight: that day began at one.
  ['America/Sao_Paulo', '2018-11-04T02:59:59Z', '2018-11-03'],
  ['America/Sao_Paulo', '2018-11-04T03:00:00Z', '2018-11-04'],
])('in %s it is, at %s, %s', (zone, time, day) => {
  expect(dayIn(zone, new Date(time))).toBe(day)
})

test('a zone that this browser has not heard of becomes UTC', () => {
  expect(knownZone('Europe/Berlin')).toBe('Europe/Berlin')
  expect(knownZone('Mars/Olympus_Mons')).toBe('UTC')
})
