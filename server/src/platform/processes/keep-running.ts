import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { createBackOff } from './back-off.ts'

export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
  /** Somebody asked it to end: no accident, and no reason to wait. */
  asked?: boolean
}

/** Something that runs until it ends by itself or is stopped. */
export interface Running {
  /** Resolves when it has ended, however. */
  ended: Promise<Ending>
  stop(): Promise<void>
}

export interface KeepOptions<Part extends Running> {
  name: string
  /** Once the signal is aborted, nobody waits for what it starts. */
  start: (signal: AbortSignal) => Promise<Part>
  log: Log
  /** So many starts in a row may fail before it is given up; absent: any number. */
  patience?: number
  /** Having run this long makes up for what went wrong before. */
  calmMilliseconds?: number
  pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>
}

export interface Kept<Part extends Running> {
  /** What runs now; undefined between an end and the next start. */
  current(): Part | undefined
  /** Resolves with the last reason if it can't be started again. */
  lost: Promise<unknown>
  stop(): Promise<void>
}

const minute = 60_000

/**
 * Starts a part, and again whenever it ends, less eagerly each time. A first start that fails is the caller's to
 * deal with; later ones are logged and tried again.
 */
export async function keepRunning<Part extends Running>(options: KeepOptions<Part>): Promise<Kept<Part>> {
  const { name, log } = options
  const { pause = (time: number, signal: AbortSignal) => sleep(time, undefined, { signal }) } = options
  const stopping = new AbortController()
  const { promise: lost, resolve: giveUp } = Promise.withResolvers<unknown>()
  const backOff = createBackOff()
  let current: Part | undefined

  const keep = async (first: Part) => {
    for (let part: Part | undefined = first; part !== undefined; part = await startAgain()) {
      current = part
      const began = performance.now()
      const ending = await part.ended
      current = undefined
      if (stopping.signal.aborted) return
      const calm = performance.now() - began >= (options.calmMilliseconds ?? minute)
      if (calm || ending.asked) backOff.reset()
      if (ending.asked) log.info({ part: name }, 'ended as it was asked to; it is started again')
      else log.error({ part: name, ...ending }, 'ended unexpectedly; it is started again')
    }
  }

  const startAgain = async (): Promise<Part | undefined> => {
    for (let failures = 0; ; ) {
      await pause(backOff.next(), stopping.signal).catch(() => {})
      if (stopping.signal.aborted) return undefined
      try {
        const part = await options.start(stopping.signal)
        if (stopping.signal.aborted) await part.stop()
        else log.info({ part: name }, 'runs again')
        return part
      } catch (error) {
        if (stopping.signal.aborted) return undefined
        log.error({ err: error, part: name }, 'could not be started again')
        failures += 1
        if (failures === options.patience) {
          giveUp(error)
          return undefined
        }
      }
    }
  }

  const keeping = keep(await options.start(stopping.signal))
  return {
    current: () => current,
    lost,
    stop: async () => {
      stopping.abort()
      await current?.stop()
      await keeping
    },
  }
}
