import { locales } from '@cresyl/contract/people/profiles'
import { formatDateTime, formatNumber } from '../../ui/text/dates.ts'
import type { Locale } from '../../ui/text/locale.ts'

export interface LocaleOption {
  locale: Locale
  /** In the language itself. */
  name: string
  example: string
}

// A day above twelve and an hour in the afternoon tell the ways of writing apart.
const exampleTime = new Date(2026, 10, 15, 14, 5)
const exampleNumber = 12_345.6

export const localeOptions: readonly LocaleOption[] = locales.map((locale) => ({
  locale,
  name: nameOf(locale),
  example: exampleOf(locale),
}))

export function exampleOf(locale: Locale): string {
  return `${formatDateTime(exampleTime, locale)} · ${formatNumber(exampleNumber, locale)}`
}

/** As sentences begin in that language: "français" is "Français" in a list. */
export function nameOf(locale: Locale): string {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}
