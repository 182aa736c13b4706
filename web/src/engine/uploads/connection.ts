import type { Clock } from '../clock.ts'
import { unlessAborted } from './unless-aborted.ts'

/** Whether the server can be reached at all. */
export interface Connection {
  /** Whether it is known to be away. */
  readonly lost: boolean
  /**
   * After a request without an answer: asks whether the server is there, and where it isn't, resolves when it is back.
   * True: it had been away, so the request is not to blame.
   */
  check(signal: AbortSignal): Promise<boolean>
  subscribe(listener: () => void): () => void
}

interface ConnectionTools {
  /** Whether the server answers; it does not reject. */
  probe(): Promise<boolean>
  clock: Clock
  /** Calls the listener whenever the browser thinks that there is a network again. */
  onNetwork(listener: () => void): void
  /** Ends the asking. */
  leaving: AbortSignal
}

const probeDelays = [1000, 2000, 4000, 8000]
const longestDelay = 15_000

/** Statuses that mean that nobody was there to answer, or somebody in front of the server said so. */
export const awayStatuses: readonly number[] = [0, 502, 503, 504]

export function createConnection({ probe, clock, onNetwork, leaving }: ConnectionTools): Connection {
  const listeners = new Set<() => void>()
  let lost = false
  let waiting: Promise<void> | undefined
  let hurry = new AbortController()
  onNetwork(() => hurry.abort())

  const say = (isLost: boolean) => {
    lost = isLost
    for (const listener of listeners) listener()
  }
  const untilBack = async () => {
    say(true)
    for (let tries = 0; !leaving.aborted; tries += 1) {
      hurry = new AbortController()
      const soon = AbortSignal.any([hurry.signal, leaving])
      // Whether the time has passed or the network came back, it is asked again.
      await clock.wait(probeDelays[tries] ?? longestDelay, soon).catch(() => undefined)
      if (await probe()) break
    }
    say(false)
  }
  return {
    get lost() {
      return lost
    },
    check: async (signal) => {
      if (waiting === undefined && (await probe())) return false
      waiting ??= untilBack().finally(() => {
        waiting = undefined
      })
      await unlessAborted(waiting, signal)
      return true
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
