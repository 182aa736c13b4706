import { useSyncExternalStore } from 'react'

/** The whole document: menus and dialogs lie beside the viewer in it and must come along. */
export function toggleFullScreen(): void {
  // Who refuses, such as a phone, leaves everything as it is.
  const ignore = () => undefined
  if (document.fullscreenElement) document.exitFullscreen().catch(ignore)
  else document.documentElement.requestFullscreen?.().catch(ignore)
}

export function useFullScreen(): boolean {
  return useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
}

function subscribe(listener: () => void) {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
