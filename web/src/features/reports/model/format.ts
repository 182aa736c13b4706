import type { Interval } from '@cresyl/contract/reports/analytics'
import { formatBytes, formatDuration, formatFigure } from '../../../ui/text/amounts.ts'
import { formatNumber } from '../../../ui/text/dates.ts'
import { currentLocale, type Locale } from '../../../ui/text/locale.ts'
import type { Bucket, Unit } from './chart-data.ts'

/** Where there is nothing to tell a median or a share from. */
export const noValue = '–'

/** As people read it: "1,234", "3.2 GB", "3 min 20 s", "12.5%". */
export function formatValue(unit: Unit, value: number | null, locale = currentLocale()): string {
  if (value === null) return noValue
  switch (unit) {
    case 'count':
      return formatNumber(value, locale)
    case 'bytes':
      return formatBytes(value, locale)
    case 'seconds':
      return formatSeconds(value, locale)
    case 'share':
      return numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(value)
  }
}

/** What takes days is not told in minutes, nor what takes less than a second in none. */
function formatSeconds(seconds: number, locale: Locale): string {
  if (seconds < 10) return `${formatFigure(seconds, 1, locale)} s`
  const hours = Math.round(seconds / 3600)
  if (hours < 48) return formatDuration(seconds * 1000, locale)
  const rest = hours % 24
  return `${formatNumber(Math.floor(hours / 24), locale)} d${rest === 0 ? '' : ` ${rest} h`}`
}

/** Beside an axis, where there is little room: "1.2M". */
export function formatShort(unit: Unit, value: number, locale = currentLocale()): string {
  if (unit !== 'count') return formatValue(unit, value, locale)
  return numberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value)
}

/** "+12%", "−3%" of the value before; null where that says nothing: before there was nothing. */
export function formatChange(now: number, before: number, locale = currentLocale()): string | null {
  if (before === 0) return null
  const change = (now - before) / before
  const digits = Math.abs(change) < 0.1 ? 1 : 0
  return numberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: digits,
    signDisplay: 'exceptZero',
  }).format(change)
}

/** Names an interval beside an axis, in the organisation's time zone. */
export function bucketLabel(
  { from }: Bucket,
  interval: Interval,
  zone: string,
  locale = currentLocale(),
): string {
  const time = new Date(from)
  if (interval === 'quarter') return quarterLabel(time, zone, locale)
  return dateFormat(locale, shortFormats[interval], zone).format(time)
}

/** Names an interval by itself, with its year: "2–8 Nov 2026". */
export function fullLabel(
  { from, to }: Bucket,
  interval: Interval,
  zone: string,
  locale = currentLocale(),
): string {
  const first = new Date(from)
  if (interval === 'quarter') return quarterLabel(first, zone, locale)
  const format = dateFormat(locale, fullFormats[interval], zone)
  // It ends a moment before the next begins.
  return interval === 'week' ? format.formatRange(first, new Date(Date.parse(to) - 1)) : format.format(first)
}

function quarterLabel(time: Date, zone: string, locale: Locale): string {
  const month = Number(dateFormat('en-GB', { month: 'numeric' }, zone).format(time))
  return `Q${Math.ceil(month / 3)} ${dateFormat(locale, { year: 'numeric' }, zone).format(time)}`
}

const day = { day: 'numeric', month: 'short' } as const
const shortFormats: Record<Exclude<Interval, 'quarter'>, Intl.DateTimeFormatOptions> = {
  day,
  week: day,
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
}
const fullFormats: Record<Exclude<Interval, 'quarter'>, Intl.DateTimeFormatOptions> = {
  day: { ...day, year: 'numeric' },
  week: { ...day, year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
}

// Making a format costs far more than using it.
const dateFormats = new Map<string, Intl.DateTimeFormat>()
const numberFormats = new Map<string, Intl.NumberFormat>()

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions, zone: string): Intl.DateTimeFormat {
  const key = `${locale} ${zone} ${JSON.stringify(options)}`
  const known = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  dateFormats.set(key, known)
  return known
}

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = numberFormats.get(key) ?? new Intl.NumberFormat(locale, options)
  numberFormats.set(key, known)
  return known
}
