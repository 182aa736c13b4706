import { bytes } from '@cresyl/contract/api/limits'
import { formatNumber } from './dates.ts'
import { currentLocale, type Locale } from './locale.ts'

const units = [
  { unit: 'TB', size: 1024 * bytes.GB },
  { unit: 'GB', size: bytes.GB },
  { unit: 'MB', size: bytes.MB },
  { unit: 'KB', size: bytes.KB },
] as const

// Making a format costs far more than using it.
const made = new Map<string, Intl.NumberFormat>()

/** "12.4": with so many digits after the point at most. */
export function formatFigure(value: number, digits: number, locale: Locale = currentLocale()): string {
  const key = `${locale} ${digits}`
  const known = made.get(key) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: digits })
  made.set(key, known)
  return known.format(value)
}

/** "12.4 GB", "640 KB": of 1024, three figures at most. */
export function formatBytes(count: number, locale = currentLocale()): string {
  // What would be shown as 1,024 of a unit is 1 of the next.
  const found = units.find(({ size }) => count >= size * (1 - 1 / 2048))
  const { unit, size } = found ?? { unit: 'B', size: 1 }
  const value = count / size
  return `${value < 99.95 ? formatFigure(value, 1, locale) : formatNumber(Math.round(value), locale)} ${unit}`
}

/** "35 MB/s" */
export function formatSpeed(bytesPerSecond: number, locale = currentLocale()): string {
  return `${formatBytes(bytesPerSecond, locale)}/s`
}

/** "a few seconds left", "about 3 min left", "about 2 h 5 min left". */
export function formatTimeLeft(seconds: number, locale = currentLocale()): string {
  if (seconds < 10) return 'a few seconds left'
  if (seconds < 60) return 'less than a minute left'
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `about ${minutes} min left`
  // Nobody knows the minute of what takes hours.
  const fives = Math.ceil(minutes / 5) * 5
  const rest = fives % 60
  const hours = `${formatNumber(Math.floor(fives / 60), locale)} h`
  return `about ${rest === 0 ? hours : `${hours} ${rest} min`} left`
}

/** "45 s", "3 min 20 s", "2 h 5 min": the two units that matter. */
export function formatDuration(milliseconds: number, locale = currentLocale()): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return withRest(`${minutes} min`, seconds % 60, 's')
  return withRest(`${formatNumber(Math.floor(minutes / 60), locale)} h`, minutes % 60, 'min')
}

function withRest(large: string, rest: number, unit: string): string {
  return rest === 0 ? large : `${large} ${rest} ${unit}`
}
