import { currentLocale } from '../../ui/text/locale.ts'

/** Every time zone the browser knows. UTC is left out of its list although it is one. */
export function timeZones(): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
}

export function isTimeZone(name: string): boolean {
  return clockOf(name) !== null
}

/** "Sunday 14:05" in the time zone; null where there is none of this name. */
export function timeIn(timeZone: string, now: Date): string | null {
  return clockOf(timeZone)?.format(now).replace(',', '') ?? null
}

function clockOf(timeZone: string): Intl.DateTimeFormat | null {
  if (timeZone === '') return null
  try {
    return new Intl.DateTimeFormat(currentLocale(), {
      timeZone,
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
    })
  } catch {
    return null
  }
}
