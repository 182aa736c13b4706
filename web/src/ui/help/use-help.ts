import { useSyncExternalStore } from 'react'
import { type HelpAbout, help } from './help-store.ts'

/** Opens the form that asks for help; undefined where nobody shows it, such as before one is signed in. */
export function useHelp(): ((about?: HelpAbout) => void) | undefined {
  const attended = useSyncExternalStore(help.subscribe, help.isAttended)
  return attended ? help.ask : undefined
}
