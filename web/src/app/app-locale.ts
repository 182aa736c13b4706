import { useLayoutEffect, useSyncExternalStore } from 'react'
import { resolveLocale, setLocale } from '../ui/locale.ts'
import { useRemembered } from './remembered.tsx'

/** Dates and numbers are written as the person chose, or else as their browser prefers. */
export function useAppLocale(): void {
  const { locale } = useRemembered().values
  // As text: Chromium may answer with another array each time.
  const preferred = useSyncExternalStore(subscribe, () => navigator.languages.join())
  useLayoutEffect(() => setLocale(resolveLocale(locale, preferred.split(','))), [locale, preferred])
}

function subscribe(listener: () => void) {
  addEventListener('languagechange', listener)
  return () => removeEventListener('languagechange', listener)
}
