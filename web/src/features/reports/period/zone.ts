import type { Day } from './days.ts'

// Making a format costs far more than using it.
const made = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = made.get(zone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    calendar: 'iso8601',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  made.set(zone, clock)
  return clock
}

/** Lists of zones differ by their age: one that this browser doesn't know becomes UTC. */
export function knownZone(zone: string): string {
  try {
    clockOf(zone)
    return zone
  } catch {
    return 'UTC'
  }
}

/** The day that it is there. */
export function dayIn(zone: string, time: Date): Day {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}`
}
