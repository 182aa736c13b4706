import { useEffect, useSyncExternalStore } from 'react'

/** How many of what is on the page ask for it. */
let asking = 0
const listeners = new Set<() => void>()

function change(by: number) {
  asking += by
  for (const listener of listeners) listener()
}

/** While this holds, the page stands alone, without the app around it. */
export function useBarePage(isBare: boolean): void {
  useEffect(() => {
    if (!isBare) return
    change(1)
    return () => change(-1)
  }, [isBare])
}

/** Whether a page asks for it; for the app around it. */
export function useBarePageAsked(): boolean {
  return useSyncExternalStore(subscribe, () => asking > 0)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
