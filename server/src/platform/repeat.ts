import type { Log } from './log.ts'

export interface Repetition {
  /** What is under way is finished first. */
  stop(): Promise<void>
}

/** Does the work again and again, with a pause after each time; a failure is logged and the next time comes. */
export function repeat(
  log: Log,
  what: string,
  everyMilliseconds: number,
  work: () => Promise<unknown>,
): Repetition {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout

  const round = async () => {
    try {
      await work()
    } catch (error) {
      log.error({ err: error }, `${what} failed; it is tried again`)
    }
    if (!stopped) schedule()
  }
  const schedule = () => {
    timer = setTimeout(() => {
      running = round()
    }, everyMilliseconds)
    timer.unref()
  }
  schedule()

  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
      return running
    },
  }
}
