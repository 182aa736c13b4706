import { currentLocale, type Locale } from './locale.ts'

interface Formats {
  date: Intl.DateTimeFormat
  dateTime: Intl.DateTimeFormat
  time: Intl.DateTimeFormat
  exactTime: Intl.DateTimeFormat
  exactDateTime: Intl.DateTimeFormat
  relative: Intl.RelativeTimeFormat
  number: Intl.NumberFormat
  percent: Intl.NumberFormat
  /** Less than a minute ago. */
  now: string
}

// Making a format costs far more than using it.
const made = new Map<Locale, Formats>()

function formatsOf(locale: Locale): Formats {
  const known = made.get(locale)
  if (known) return known
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const time = { hour: '2-digit', minute: '2-digit' } as const
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const formats = {
    date: new Intl.DateTimeFormat(locale, date),
    dateTime: new Intl.DateTimeFormat(locale, { ...date, ...time }),
    time: new Intl.DateTimeFormat(locale, time),
    exactTime: new Intl.DateTimeFormat(locale, { ...time, second: '2-digit' }),
    exactDateTime: new Intl.DateTimeFormat(locale, { ...date, ...time, second: '2-digit' }),
    relative,
    number: new Intl.NumberFormat(locale),
    // What is nearly done is not done.
    percent: new Intl.NumberFormat(locale, { style: 'percent', roundingMode: 'floor' }),
    now: locale.startsWith('en') ? 'just now' : relative.format(0, 'second'),
  }
  made.set(locale, formats)
  return formats
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** 15 Nov 2026 */
export function formatDate(time: string | Date, locale = currentLocale()): string {
  return formatsOf(locale).date.format(new Date(time))
}

/** 15 Nov 2026, 14:05 */
export function formatDateTime(time: string | Date, locale = currentLocale()): string {
  return formatsOf(locale).dateTime.format(new Date(time))
}

/** 14:05 */
export function formatTime(time: string | Date, locale = currentLocale()): string {
  return formatsOf(locale).time.format(new Date(time))
}

/** 14:05:09 */
export function formatExactTime(time: string | Date, locale = currentLocale()): string {
  return formatsOf(locale).exactTime.format(new Date(time))
}

/** 15 Nov 2026, 14:05:09 */
export function formatExactDateTime(time: string | Date, locale = currentLocale()): string {
  return formatsOf(locale).exactDateTime.format(new Date(time))
}

/** "5 minutes ago"; older than a month, the date. */
export function formatRelative(time: string | Date, now: Date, locale = currentLocale()): string {
  const formats = formatsOf(locale)
  const elapsed = now.getTime() - new Date(time).getTime()
  // A server's clock a little ahead of ours is not the future.
  if (elapsed < minute && elapsed > -minute) return formats.now
  const size = Math.abs(elapsed)
  // What is over is counted in full, what is to come to the nearest: a month that has just begun has 30 days.
  const count = (unit: number) => (elapsed > 0 ? -Math.trunc(elapsed / unit) : Math.round(-elapsed / unit))
  if (size < hour) return formats.relative.format(count(minute), 'minute')
  if (size < day) return formats.relative.format(count(hour), 'hour')
  if (size < 30 * day) return formats.relative.format(count(day), 'day')
  return formatDate(time, locale)
}

/** 1,234 */
export function formatNumber(value: number, locale = currentLocale()): string {
  return formatsOf(locale).number.format(value)
}

/** 45%: of a part from 0 to 1. */
export function formatPercent(part: number, locale = currentLocale()): string {
  return formatsOf(locale).percent.format(part)
}
