import { type Interval, intervals } from '@cresyl/contract/reports/analytics'
import { daysBetween } from './days.ts'
import type { Span } from './period.ts'

/** Days of one, or nearly. */
const lengths: Record<Interval, number> = { day: 1, week: 7, month: 30.4, quarter: 91.3, year: 365.25 }

/** More than this can't be told apart, nor clicked on. */
const mostPoints = 120
/** As many as are seen well at once. */
const goodPoints = 26

/** Into which parts a period can be divided: not so many that they can't be seen, and shorter than all of it. */
export function possibleIntervals(span: Span): readonly Interval[] {
  const found = intervals.filter(
    (interval) => pointsOf(span, interval) <= mostPoints && lengths[interval] <= daysOf(span),
  )
  return found.length > 0 ? found : ['day']
}

export function usualInterval(span: Span): Interval {
  const possible = possibleIntervals(span)
  return possible.find((interval) => pointsOf(span, interval) <= goodPoints) ?? possible.at(-1) ?? 'day'
}

function pointsOf(span: Span, interval: Interval): number {
  return daysOf(span) / lengths[interval]
}

function daysOf({ first, last }: Span): number {
  return daysBetween(first, last) + 1
}
