export interface Clock {
  now(): number
  /** Rejects with the signal's reason when that is aborted first. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

export const browserClock: Clock = {
  now: () => Date.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const leave = () => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', leave)
        resolve()
      }, milliseconds)
      signal.addEventListener('abort', leave, { once: true })
    }),
}
