export interface BackOff {
  /** Milliseconds to wait before the next try. */
  next(): number
  /** All is well again: the next try comes at once. */
  reset(): void
}

const second = 1000

/** At once the first time, then after 1, 2, 4 … 30 seconds. */
export function createBackOff(): BackOff {
  let tries = 0
  return {
    next: () => {
      const pause = tries === 0 ? 0 : Math.min(2 ** (tries - 1), 30) * second
      tries += 1
      return pause
    },
    reset: () => {
      tries = 0
    },
  }
}
