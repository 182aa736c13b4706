import { locales } from '@cresyl/contract/people/profiles'
import { useSyncExternalStore } from 'react'

/** The language of dates and numbers; the words of the app are English. */
export type Locale = (typeof locales)[number]

const fallback: Locale = 'en-GB'

/** What a person chose, else what their browser prefers among those offered. */
export function resolveLocale(chosen: Locale | null, preferred: readonly string[]): Locale {
  if (chosen) return chosen
  for (const wish of preferred) {
    const found = locales.find((locale) => locale === wish) ?? ofSameLanguage(wish)
    if (found) return found
  }
  return fallback
}

function ofSameLanguage(wish: string): Locale | undefined {
  const language = wish.split('-')[0]
  return locales.find((locale) => locale.split('-')[0] === language)
}

// One for the page, like its language: the words of a feature are made outside of components too.
let current: Locale = fallback
const listeners = new Set<() => void>()

export function currentLocale(): Locale {
  return current
}

export function setLocale(locale: Locale): void {
  if (locale === current) return
  current = locale
  for (const listener of listeners) listener()
}

/** Renders anew, with everything below, when the language of dates and numbers changes. */
export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, currentLocale)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
