interface Measured {
  /** Digits after the point. */
  readonly digits: number
  readonly unit: string
}

/** Digits after the point that a figure of a result is shown with: its own, or more so that two figures of it are left. */
export function digitsOf(value: number, digits: number): number {
  const size = Math.abs(value)
  return size === 0 || size >= 1 ? digits : Math.max(digits, 1 - Math.floor(Math.log10(size)))
}

/** A figure of a result as screens and messages show it: "3,525 /mm²", "0.60 mm²", "0.0048 mm²". */
export function formatResult(value: number, { digits, unit }: Measured, locale = 'en-GB'): string {
  const shown = digitsOf(value, digits)
  const options = { minimumFractionDigits: shown, maximumFractionDigits: shown }
  return `${value.toLocaleString(locale, options)}${unit && ` ${unit}`}`
}
