/** A day of the calendar, wherever it is: 2026-11-17. Such texts compare as the days do. */
export type Day = string

const dayLength = 86_400_000
const pattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** Null for what is no day, 30 February among them. */
export function readDay(text: string): Day | null {
  if (!pattern.test(text)) return null
  const time = Date.parse(`${text}T00:00:00Z`)
  // The 30th of February would be taken for the 2nd of March.
  return Number.isNaN(time) || dayOfTime(time) !== text ? null : text
}

/** Months count from 1; those beyond a year reach into others. */
export function dayAt(year: number, month: number, dayOfMonth = 1): Day {
  const time = new Date(0)
  time.setUTCFullYear(year, month - 1, dayOfMonth)
  return dayOfTime(time.getTime())
}

export function addDays(day: Day, count: number): Day {
  return dayOfTime(Date.parse(`${day}T00:00:00Z`) + count * dayLength)
}

/** From the first to the second, which may lie before it. */
export function daysBetween(first: Day, second: Day): number {
  return Math.round((Date.parse(`${second}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / dayLength)
}

export function yearOf(day: Day): number {
  return Number(day.slice(0, 4))
}

/** Counts from 1. */
export function monthOf(day: Day): number {
  return Number(day.slice(5, 7))
}

function dayOfTime(time: number): Day {
  return new Date(time).toISOString().slice(0, 10)
}
