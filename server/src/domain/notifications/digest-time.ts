import type { DigestRhythm } from '@cresyl/contract/people/notifications'

const hourOfLetters = 7
const hour = 3_600_000

/** The last moment at which letters were due: seven in the morning in the organisation, for weekly ones on Mondays. */
export function lastDue(rhythm: Exclude<DigestRhythm, 'off'>, now: Date, timeZone: string): Date {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    weekday: 'short',
    hourCycle: 'h23',
  })
  const isDue = (at: number) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
    return (
      Number(parts.get('hour')) === hourOfLetters && (rhythm === 'daily' || parts.get('weekday') === 'Mon')
    )
  }
  // Zones differ by quarters of an hour; eight days hold a Monday whatever the clocks do.
  const quarter = hour / 4
  const from = Math.floor(now.getTime() / quarter) * quarter
  for (let at = from; at > from - 8 * 24 * hour; at -= quarter) {
    if (isDue(at) && !isDue(at - quarter)) return new Date(at)
  }
  return new Date(0)
}
