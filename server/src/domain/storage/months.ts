import type { StorageReport } from '@cresyl/contract/files/storage'

/** Every month from the first with something to the present one, with what came and what there was by then. */
export function monthsOf(
  added: ReadonlyMap<string | null, number>,
  present: string,
): StorageReport['by_month'] {
  const known = [...added.keys()].filter((month): month is string => month !== null && month <= present)
  // What is being written, or came by a clock that runs ahead, is of the present month.
  let early = 0
  for (const [month, bytes] of added) if (month === null || month > present) early += bytes
  const months: StorageReport['by_month'] = []
  let total = 0
  for (let month = known.sort()[0] ?? present; month <= present; month = nextMonth(month)) {
    const bytes = (added.get(month) ?? 0) + (month === present ? early : 0)
    total += bytes
    months.push({ month, added_bytes: bytes, total_bytes: total })
  }
  return months
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/** `2026-11` in a time zone. */
export function monthIn(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
  }).formatToParts(now)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('year')}-${of('month')}`
}
