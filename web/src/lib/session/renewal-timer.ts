import type { SessionEnvironment } from './environment.ts'

const firstRetry = 5_000
const longestRetry = 60_000

/**
 * Calls `renew` when it is time. While that fails for reasons that may pass, it is called again, less and less
 * often; the session stays as it is.
 */
export function renewalTimer(environment: Pick<SessionEnvironment, 'after' | 'now'>, renew: () => void) {
  let cancel: (() => void) | undefined
  let retry = firstRetry

  function schedule(milliseconds: number): void {
    cancel?.()
    cancel = environment.after(milliseconds, renew)
  }

  return {
    renewAt(time: number): void {
      retry = firstRetry
      schedule(Math.max(0, time - environment.now()))
    },
    tryAgainLater(): void {
      schedule(retry)
      retry = Math.min(retry * 2, longestRetry)
    },
    stop(): void {
      cancel?.()
      cancel = undefined
    },
  }
}
