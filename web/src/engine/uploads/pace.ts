import type { Clock } from './clock.ts'

/** Does something at once, or soon: then once for all who asked meanwhile. */
export interface Pace {
  now(): void
  soon(): void
}

export function createPace(clock: Clock, milliseconds: number, act: () => void): Pace {
  let pending: AbortController | undefined
  const now = () => {
    pending?.abort()
    pending = undefined
    act()
  }
  return {
    now,
    soon: () => {
      if (pending) return
      pending = new AbortController()
      clock.wait(milliseconds, pending.signal).then(now, () => undefined)
    },
  }
}
