import { addDays, type Day, dayAt, daysBetween, monthOf, readDay, yearOf } from './days.ts'

export const quarters = [1, 2, 3, 4] as const
export type Quarter = (typeof quarters)[number]

/** What a report is about, as a person chooses it. `first` and `last` are part of a range. */
export type Period =
  | { kind: 'quarter'; year: number; quarter: Quarter }
  | { kind: 'month'; year: number; month: number }
  | { kind: 'years'; count: number }
  | { kind: 'range'; first: Day; last: Day }

/** Days, the last of which is part of it. */
export interface Span {
  first: Day
  last: Day
}

/** Years of which a report can be about. Scanners are younger than the first. */
export const knownYears = { first: 1990, last: 2100 } as const
export const mostYears = 20

export function currentQuarter(today: Day): Period {
  return { kind: 'quarter', year: yearOf(today), quarter: quarterOf(today) }
}

export function quarterOf(day: Day): Quarter {
  return quarters[Math.floor((monthOf(day) - 1) / 3)] ?? 1
}

/** The days it is made of, as though all of them had been. The last N years are whole months, this one among them. */
export function wholeSpan(period: Period, today: Day): Span {
  switch (period.kind) {
    case 'quarter':
      return {
        first: dayAt(period.year, period.quarter * 3 - 2),
        last: dayAt(period.year, period.quarter * 3 + 1, 0),
      }
    case 'month':
      return { first: dayAt(period.year, period.month), last: dayAt(period.year, period.month + 1, 0) }
    case 'years': {
      const next = monthOf(today) + 1
      return { first: dayAt(yearOf(today) - period.count, next), last: dayAt(yearOf(today), next, 0) }
    }
    case 'range':
      return { first: period.first, last: period.last }
  }
}

/** The days of it that have been, today among them. What has not begun stays as it is: there, nothing has happened. */
export function spanOf(period: Period, today: Day): Span {
  const whole = wholeSpan(period, today)
  return whole.first <= today && today < whole.last ? { first: whole.first, last: today } : whole
}

/**
 * The period before, as much of it as has been of this one: half a quarter is compared with half a quarter. Of a range
 * it is the same number of days right before it.
 */
export function spanBefore(period: Period, today: Day): Span {
  const span = spanOf(period, today)
  const before = wholeBefore(period, today)
  const isWhole = span.last === wholeSpan(period, today).last
  if (isWhole) return before
  // A leap day more or less doesn't matter to years: those end on the same day.
  const last =
    period.kind === 'years'
      ? dayAt(yearOf(today) - period.count, monthOf(today), Number(today.slice(8)))
      : addDays(before.first, daysBetween(span.first, span.last))
  return { first: before.first, last: earlierOf(last, before.last) }
}

function wholeBefore(period: Period, today: Day): Span {
  const { first, last } = wholeSpan(period, today)
  const end = addDays(first, -1)
  switch (period.kind) {
    case 'quarter':
      return { first: dayAt(period.year, period.quarter * 3 - 5), last: end }
    case 'month':
      return { first: dayAt(period.year, period.month - 1), last: end }
    case 'years':
      return { first: dayAt(yearOf(first) - period.count, monthOf(first)), last: end }
    case 'range':
      return { first: addDays(first, -daysBetween(first, last) - 1), last: end }
  }
}

/** As addresses have it: 2026-q3, 2026-09, 2y, 2026-01-15..2026-03-20. */
export function writePeriod(period: Period): string {
  switch (period.kind) {
    case 'quarter':
      return `${period.year}-q${period.quarter}`
    case 'month':
      return `${period.year}-${String(period.month).padStart(2, '0')}`
    case 'years':
      return `${period.count}y`
    case 'range':
      return `${period.first}..${period.last}`
  }
}

/** Null for what makes no sense: unknown words, days that don't exist, ends before beginnings. */
export function readPeriod(text: string): Period | null {
  const quarter = /^(\d{4})-q([1-4])$/.exec(text)
  if (quarter) {
    const period = {
      kind: 'quarter',
      year: Number(quarter[1]),
      quarter: Number(quarter[2]) as Quarter,
    } as const
    return isKnown(period.year) ? period : null
  }
  const month = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text)
  if (month) {
    const period = { kind: 'month', year: Number(month[1]), month: Number(month[2]) } as const
    return isKnown(period.year) ? period : null
  }
  const years = /^([1-9]\d?)y$/.exec(text)
  if (years) {
    const count = Number(years[1])
    return count <= mostYears ? { kind: 'years', count } : null
  }
  const [first = '', last = '', ...more] = text.split('..')
  return more.length === 0 ? rangeOf(first, last) : null
}

function rangeOf(from: string, to: string): Period | null {
  const first = readDay(from)
  const last = readDay(to)
  if (first === null || last === null || first > last) return null
  return isKnown(yearOf(first)) && isKnown(yearOf(last)) ? { kind: 'range', first, last } : null
}

function isKnown(year: number): boolean {
  return year >= knownYears.first && year <= knownYears.last
}

/** The one after or before it; null where there is none, or only the future. */
export function neighbourOf(period: Period, direction: 1 | -1, today: Day): Period | null {
  const found = next(period, direction)
  if (found === null || readPeriod(writePeriod(found)) === null) return null
  return wholeSpan(found, today).first > today ? null : found
}

function next(period: Period, direction: 1 | -1): Period | null {
  switch (period.kind) {
    case 'quarter': {
      const first = dayAt(period.year, (period.quarter + direction) * 3 - 2)
      return { kind: 'quarter', year: yearOf(first), quarter: quarterOf(first) }
    }
    case 'month': {
      const first = dayAt(period.year, period.month + direction)
      return { kind: 'month', year: yearOf(first), month: monthOf(first) }
    }
    case 'range': {
      const days = (daysBetween(period.first, period.last) + 1) * direction
      return { kind: 'range', first: addDays(period.first, days), last: addDays(period.last, days) }
    }
    case 'years':
      return null
  }
}

function earlierOf(a: Day, b: Day): Day {
  return [a, b].sort()[0] ?? a
}
