import type { Clock } from '../clock.ts'

/** Does something for all who asked, not more often than they need it. */
export interface Pace {
  now(): void
  /** At once, unless it was done a moment ago. */
  promptly(): void
  /** Later, with others. */
  soon(): void
}

export interface PaceTimes {
  /** Milliseconds since the last time before it is done promptly again. */
  least: number
  /** The milliseconds that what needn't be at once can wait. */
  soon: number
}

export function createPace(clock: Clock, times: PaceTimes, act: () => void): Pace {
  let pending: { at: number; called: AbortController } | undefined
  let last = Number.NEGATIVE_INFINITY

  const now = () => {
    pending?.called.abort()
    pending = undefined
    last = clock.now()
    act()
  }
  const nowAt = (at: number) => {
    if (pending && pending.at <= at) return
    pending?.called.abort()
    const called = new AbortController()
    pending = { at, called }
    clock.wait(at - clock.now(), called.signal).then(now, () => undefined)
  }
  return {
    now,
    promptly: () => {
      const earliest = last + times.least
      if (earliest <= clock.now()) now()
      else nowAt(earliest)
    },
    soon: () => nowAt(clock.now() + times.soon),
  }
}
