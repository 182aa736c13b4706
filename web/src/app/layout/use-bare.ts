import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/** Whether the page stands alone, without the app around it: in a window of its own, or over the whole screen. */
export function useBare(): boolean {
  const { search } = useLocation()
  const isFullScreen = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  return isFullScreen || new URLSearchParams(search).has('alone')
}

function subscribe(listener: () => void) {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
