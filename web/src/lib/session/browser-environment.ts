import type { KeyValueStore } from '../storage/key-value-store.ts'
import { browserWindows } from './browser-windows.ts'
import type { SessionEnvironment, Tabs } from './environment.ts'

export function browserEnvironment(
  window: Window & typeof globalThis,
  store: KeyValueStore,
): SessionEnvironment {
  const { location, history } = window
  return {
    fetch: (...request) => window.fetch(...request),
    now: () => Date.now(),
    after(milliseconds, act) {
      const timer = window.setTimeout(act, milliseconds)
      return () => window.clearTimeout(timer)
    },
    localStorage: window.localStorage,
    sessionStorage: window.sessionStorage,
    store,
    locks: { request: (name, act) => window.navigator.locks.request(name, act) },
    page: {
      origin: location.origin,
      address: () => location.pathname + location.search + location.hash,
      replace: (address) => history.replaceState(null, '', address),
      leaveFor: (address) => location.assign(address),
    },
    tabs: browserTabs(window),
    windows: browserWindows(window),
    onWake(listener) {
      const ifVisible = () => window.document.visibilityState === 'visible' && listener()
      // A page brought back by the back button was on its way out: what it knows is no longer true.
      const ifRestored = (event: PageTransitionEvent) => event.persisted && location.reload()
      window.document.addEventListener('visibilitychange', ifVisible)
      window.addEventListener('online', listener)
      window.addEventListener('pageshow', ifRestored)
      return () => {
        window.document.removeEventListener('visibilitychange', ifVisible)
        window.removeEventListener('online', listener)
        window.removeEventListener('pageshow', ifRestored)
      }
    },
  }
}

function browserTabs(window: Window & typeof globalThis): Tabs {
  const channel = new window.BroadcastChannel('cresyl-session')
  const signedOut = 'signed-out'
  return {
    tellSignedOut: () => channel.postMessage(signedOut),
    onSignedOut(listener) {
      const hear = (event: MessageEvent) => event.data === signedOut && listener()
      channel.addEventListener('message', hear)
      return () => channel.removeEventListener('message', hear)
    },
    onStorage(listener) {
      const hear = (event: StorageEvent) => event.storageArea === window.localStorage && listener(event.key)
      window.addEventListener('storage', hear)
      return () => window.removeEventListener('storage', hear)
    },
  }
}
