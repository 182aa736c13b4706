import type { ImageSpace } from '@cresyl/contract/slides/image-space'

/** Four figures tell more than anyone can point at. */
const figures = { maximumSignificantDigits: 4 } as const

// Making a format costs far more than using it.
const made = new Map<string, Intl.NumberFormat>()

function formatOf(locale: string): Intl.NumberFormat {
  const known = made.get(locale) ?? new Intl.NumberFormat(locale, figures)
  made.set(locale, known)
  return known
}

export const formatFigures = (value: number, locale: string): string => formatOf(locale).format(value)

type Unit = ImageSpace['unit']

/** "500 nm", "123.4 µm", "1.234 mm", "1,234 px" */
export function formatLength(value: number, unit: Unit, locale: string): string {
  if (unit === 'px') return `${wholePixels(value, locale)} px`
  if (value > 0 && value < 0.99995) return `${formatFigures(value * 1000, locale)} nm`
  return value < 999.95 ? `${formatFigures(value, locale)} µm` : `${formatFigures(value / 1000, locale)} mm`
}

/** "5,200 µm²", "0.2376 mm²", "5,200 px²": an area of a hundredth of a mm² and more is told in mm². */
export function formatArea(value: number, unit: Unit, locale: string): string {
  if (unit === 'px') return `${wholePixels(value, locale)} px²`
  return value < 9999.5
    ? `${formatFigures(value, locale)} µm²`
    : `${formatFigures(value / 1_000_000, locale)} mm²`
}

/** "45.3°" */
export function formatAngle(degrees: number, locale: string): string {
  return `${formatFigures(Math.round(degrees * 10) / 10, locale)}°`
}

const wholePixels = (value: number, locale: string) =>
  value < 100 ? formatFigures(Math.round(value * 10) / 10, locale) : Math.round(value).toLocaleString(locale)
