import { expect, test } from 'vitest'
import { lastDue } from './digest-time.ts'

test.each([
  ['daily', '2026-11-17T06:59:00Z', 'UTC', '2026-11-16T07:00:00.000Z'],
  ['daily', '2026-11-17T07:00:00Z', 'UTC', '2026-11-17T07:00:00.000Z'],
  ['daily', '2026-11-17T06:30:00Z', 'Europe/Berlin', '2026-11-17T06:00:00.000Z'],
  ['daily', '2026-11-17T02:00:00Z', 'Asia/Kathmandu', '2026-11-17T01:15:00.000Z'],
  ['weekly', '2026-11-17T12:00:00Z', 'UTC', '2026-11-16T07:00:00.000Z'],
  ['weekly', '2026-11-16T06:00:00Z', 'UTC', '2026-11-09T07:00:00.000Z'],
  ['daily', '2026-03-29T12:00:00Z', 'Europe/Berlin', '2026-03-29T05:00:00.000Z'],
] as const)('%s letters at %s in %s were due %s', (rhythm, now, zone, due) => {
  expect(lastDue(rhythm, new Date(now), zone).toISOString()).toBe(due)
})
