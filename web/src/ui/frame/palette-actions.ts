import type { LucideIcon } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import type { To } from 'react-router'

/** Something that can be done by its name, from anywhere. */
export interface PaletteAction {
  key: string
  label: string
  icon: LucideIcon
  /** Other words that someone may look for it by. */
  keywords?: string
  /** One of so many that it is listed only where it is searched for. */
  isSearched?: boolean
  /** The key that does the same. */
  shortcut?: string
  /** Where it leads, or what it does. */
  to?: To
  run?: () => void
}

const offers = new Set<readonly PaletteAction[]>()
const listeners = new Set<() => void>()
let all: readonly PaletteAction[] = []

function tell() {
  all = [...offers].flat()
  for (const listener of listeners) listener()
}

/** While this is on the screen the palette offers these, too. The list has to be the same as long as they are. */
export function useOfferedActions(actions: readonly PaletteAction[]): void {
  useEffect(() => {
    offers.add(actions)
    tell()
    return () => {
      offers.delete(actions)
      tell()
    }
  }, [actions])
}

/** What the pages on the screen offer; for the palette. */
export function usePageActions(): readonly PaletteAction[] {
  return useSyncExternalStore(subscribe, () => all)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
