import type { Clock } from './clock.ts'

/** Time that passes only when it is told to. */
export interface TestClock extends Clock {
  /** Lets so much time pass, and all that happens meanwhile happen. */
  advance(milliseconds: number): Promise<void>
  /** Lets all happen that needs no time. */
  settle(): Promise<void>
  /** How long everyone was asked to wait so far who was not called back meanwhile, in order. */
  readonly waits: readonly number[]
}

interface Sleeper {
  at: number
  wake(): void
}

export function createTestClock(): TestClock {
  const sleepers = new Set<Sleeper>()
  const waits: number[] = []
  let time = 1_000_000

  const next = (until: number) => {
    let first: Sleeper | undefined
    for (const each of sleepers) if (each.at <= until && each.at < (first?.at ?? Infinity)) first = each
    return first
  }
  return {
    waits,
    now: () => time,
    wait: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        waits.push(milliseconds)
        const leave = () => {
          sleepers.delete(sleeper)
          reject(signal.reason)
        }
        const sleeper = {
          at: time + milliseconds,
          wake: () => {
            sleepers.delete(sleeper)
            signal.removeEventListener('abort', leave)
            resolve()
          },
        }
        sleepers.add(sleeper)
        signal.addEventListener('abort', leave, { once: true })
      }),
    settle,
    advance: async (milliseconds) => {
      const until = time + milliseconds
      await settle()
      for (let sleeper = next(until); sleeper; sleeper = next(until)) {
        time = sleeper.at
        sleeper.wake()
        await settle()
      }
      time = until
    },
  }
}

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
