import { currentLocale } from '../../../ui/text/locale.ts'
import { words } from '../words.ts'
import type { Period, Span } from './period.ts'

/** What a period is called: "Q4 2026", "November 2026", "Last 2 years", "15 Jan – 20 Mar 2026". */
export function periodName(period: Period, locale = currentLocale()): string {
  switch (period.kind) {
    case 'quarter':
      return `Q${period.quarter} ${period.year}`
    case 'month':
      return monthName(period.year, period.month, 'long', locale)
    case 'years':
      return words.period.lastYears(period.count)
    case 'range':
      return spanName(period, locale)
  }
}

/** "1 Oct – 17 Nov 2026"; of one day, that day. */
export function spanName({ first, last }: Span, locale = currentLocale()): string {
  // Days are days everywhere: no clock is to move them.
  const format = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return format.formatRange(new Date(first), new Date(last))
}

/** Months count from 1. */
export function monthName(
  year: number,
  month: number,
  length: 'long' | 'short',
  locale = currentLocale(),
): string {
  const format = new Intl.DateTimeFormat(locale, {
    month: length,
    ...(length === 'long' && { year: 'numeric' }),
    timeZone: 'UTC',
  })
  return format.format(Date.UTC(year, month - 1, 1))
}
