import { JobFailure } from '../queue/job-handler.ts'
import { NoRoom } from '../queue/no-room.ts'

/** How the work in a sandbox ended, other than with a result. */
export type SandboxEnding =
  | { type: 'failed'; sentence: string; retry: boolean; noRoom?: boolean }
  | { type: 'threw'; detail: string }
  | { type: 'unstarted'; error: unknown }
  | { type: 'memory' }
  | { type: 'time' }
  | { type: 'exit'; code: number | null; signal: NodeJS.Signals | null }

export interface SandboxLimits {
  /** Begins the sentences, such as `Reading the slide`. */
  name: string
  memoryBytes: number
  timeoutMilliseconds: number
}

/** The sentence for people. What the process wrote last is the cause: for the log only. */
export function explainEnding(ending: SandboxEnding, limits: SandboxLimits, lastLines: string): JobFailure {
  const { name } = limits
  const becauseOf = (what: string, retry = false) => ({
    cause: new Error(lastLines === '' ? what : `${what}\n${lastLines}`),
    retry,
  })
  switch (ending.type) {
    case 'failed':
      if (ending.noRoom) return new NoRoom(ending.sentence, becauseOf('It had no room in its sandbox'))
      return new JobFailure(ending.sentence, becauseOf('It failed in its sandbox', ending.retry))
    case 'threw':
      return new JobFailure(
        `${name} failed unexpectedly. Try again; if it fails again, ask your system administrator to check the log.`,
        becauseOf(ending.detail),
      )
    case 'unstarted':
      return new JobFailure(
        `${name} could not start, because the system has no room for another process. Try again when it has less to do.`,
        { cause: ending.error, retry: true },
      )
    case 'memory':
      return new JobFailure(
        `${name} was stopped, because it needed more than its ${megabytes(limits.memoryBytes)} MB of memory. Try it with something smaller, or ask your system administrator.`,
        becauseOf('The sandbox was killed: too much memory'),
      )
    case 'time':
      return new JobFailure(
        `${name} was stopped, because it took longer than ${duration(limits.timeoutMilliseconds)}. Try it with something smaller, or ask your system administrator.`,
        becauseOf('The sandbox was killed: too much time'),
      )
    case 'exit':
      return explainExit(ending, limits, lastLines, becauseOf)
  }
}

function explainExit(
  { code, signal }: { code: number | null; signal: NodeJS.Signals | null },
  limits: SandboxLimits,
  lastLines: string,
  becauseOf: (what: string, retry?: boolean) => ErrorOptions & { retry: boolean },
): JobFailure {
  const { name } = limits
  // V8 gives up by itself where the limit of its heap is reached before we look.
  if (lastLines.includes('heap out of memory')) return explainEnding({ type: 'memory' }, limits, lastLines)
  if (signal === 'SIGKILL') {
    return new JobFailure(
      `${name} was ended by the system, most likely because the machine ran out of memory. Try again when it has less to do.`,
      becauseOf('The sandbox was killed by someone else', true),
    )
  }
  const how = signal ?? `exit code ${code}`
  return new JobFailure(
    `${name} crashed (${how}), probably because the file is damaged or unusual. Check it in the software it comes from, and tell your system administrator if it is fine there.`,
    becauseOf(`The sandbox ended without an answer: ${how}`),
  )
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)

function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds >= 120) return `${Math.round(seconds / 60)} minutes`
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}
