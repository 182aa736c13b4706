const locale = 'en-GB'

const dateFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
const dateTimeFormat = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
const numberFormat = new Intl.NumberFormat(locale)

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** 15 Nov 2026 */
export function formatDate(time: string | Date): string {
  return dateFormat.format(new Date(time))
}

/** 15 Nov 2026, 14:05 */
export function formatDateTime(time: string | Date): string {
  return dateTimeFormat.format(new Date(time))
}

/** "5 minutes ago"; older than a month, the date. */
export function formatRelative(time: string | Date, now: Date): string {
  const elapsed = now.getTime() - new Date(time).getTime()
  // A server's clock a little ahead of ours is not the future.
  if (elapsed < minute && elapsed > -minute) return 'just now'
  const size = Math.abs(elapsed)
  if (size < hour) return relativeFormat.format(-Math.trunc(elapsed / minute), 'minute')
  if (size < day) return relativeFormat.format(-Math.trunc(elapsed / hour), 'hour')
  if (size < 30 * day) return relativeFormat.format(-Math.trunc(elapsed / day), 'day')
  return formatDate(time)
}

/** 1,234 */
export function formatNumber(value: number): string {
  return numberFormat.format(value)
}
