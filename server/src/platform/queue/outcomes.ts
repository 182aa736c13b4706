import type { Log } from '../log.ts'
import type { AbortReason } from './job-aborted.ts'
import { JobFailure } from './job-handler.ts'
import type { Outcome } from './settle-job.ts'

/** What a handler throws for people says what to do; anything else stays in the log and may pass. */
export function outcomeOfFailure(error: unknown, serverName: string, log: Log): Outcome {
  if (error instanceof JobFailure) return { end: error.retry ? 'retried' : 'failed', message: error.message }
  log.error({ err: error }, 'the handler failed')
  const message = `It failed unexpectedly. Try again, or ask your system administrator to check the log of ${serverName}.`
  return { end: 'retried', message }
}

/** A handler that throws when told to stop, or does not stop, has ended for the reason it was given. */
export function endedBy(
  reason: AbortReason | undefined,
  timeoutSeconds: number,
  outcome: Outcome | 'ignored',
): Outcome {
  if (reason === 'cancelled') return { end: 'cancelled', message: 'It was cancelled.' }
  if (reason === 'draining') {
    return { end: 'returned', message: 'Its server is shutting down; another server takes over.' }
  }
  if (reason === 'timed_out' || outcome === 'ignored') {
    const message = `It was stopped because it took longer than ${inWords(timeoutSeconds)}. Try again when the servers are less busy.`
    return { end: 'retried', message }
  }
  return outcome
}

function inWords(seconds: number): string {
  const units = [
    ['hour', 3600],
    ['minute', 60],
  ] as const
  for (const [unit, size] of units) {
    const count = seconds / size
    if (Number.isInteger(count)) return count === 1 ? `one ${unit}` : `${count} ${unit}s`
  }
  return seconds === 1 ? 'one second' : `${seconds} seconds`
}
