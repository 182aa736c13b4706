import type { LiveEnvironment } from './live-environment.ts'

export function browserLiveEnvironment(
  window: Window & typeof globalThis,
  open: LiveEnvironment['open'],
): LiveEnvironment {
  const { document, navigator } = window
  // Absent on an origin that isn't secure, whatever the types say.
  const locks = navigator.locks as LockManager | undefined
  return {
    open,
    locks: locks && { request: (name, options, hold) => locks.request(name, options, hold) },
    openChannel: (name) => new window.BroadcastChannel(name),
    now: () => Date.now(),
    after(milliseconds, act) {
      const timer = window.setTimeout(act, milliseconds)
      return () => window.clearTimeout(timer)
    },
    onWake(listener) {
      const ifVisible = () => document.visibilityState === 'visible' && listener()
      document.addEventListener('visibilitychange', ifVisible)
      window.addEventListener('online', listener)
      return () => {
        document.removeEventListener('visibilitychange', ifVisible)
        window.removeEventListener('online', listener)
      }
    },
  }
}
