import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway, isDatabaseFull, postgresError } from '../db/failures.ts'

const firstPause = 100
const longestPause = 5000

/** Whether the same may well succeed a moment later. */
export function isPassing(error: unknown): boolean {
  const code = postgresError(error)?.code
  // Serialisation failures, deadlocks, time-outs of statements and of idle transactions.
  return (
    isDatabaseAway(error) ||
    isDatabaseFull(error) ||
    ['40001', '40P01', '57014', '25P03'].includes(code ?? '')
  )
}

export interface KeepTryingOptions {
  signal: AbortSignal
  /** Other failures are thrown. */
  retry: (error: unknown) => boolean
  /** Called the first time that it fails. */
  onFailure: (error: unknown) => void
}

/** Does it until it works, however long the database is away. */
export async function keepTrying<T>(
  work: (tries: number) => Promise<T>,
  { signal, retry, onFailure }: KeepTryingOptions,
): Promise<T> {
  let pause = firstPause
  for (let tries = 1; ; tries += 1) {
    try {
      return await work(tries)
    } catch (error) {
      if (signal.aborted || !retry(error)) throw error
      if (tries === 1) onFailure(error)
      await sleep(pause, undefined, { signal }).catch(() => {})
      pause = Math.min(pause * 2, longestPause)
    }
  }
}
