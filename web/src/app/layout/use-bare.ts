import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { useBarePageAsked } from '../../ui/bare-page.ts'

/** Whether the page stands alone, without the app around it: by its own wish, in a window of its own, or full screen. */
export function useBare(): boolean {
  const { search } = useLocation()
  const isAsked = useBarePageAsked()
  const isFullScreen = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  return isAsked || isFullScreen || new URLSearchParams(search).has('alone')
}

function subscribe(listener: () => void) {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
