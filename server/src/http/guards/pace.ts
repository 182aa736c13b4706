import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** Shares this process between the people who ask it for something. */
export interface Pace {
  /** Somebody is there. */
  note(person: string): void
  /**
   * Waits where the process is busy, others are there too, and the person has asked for more than their share. `bytes`
   * are those of what is to be read or was written.
   */
  wait(person: string, bytes?: number): Promise<void>
}

interface PaceOptions {
  isBusy?: () => boolean
  /** Milliseconds. */
  now?: () => number
  pause?: (milliseconds: number) => Promise<unknown>
}

/** What one person is answered while others wait; a page asks for a few dozen things at once. */
const atOnce = 100
const perSecond = 25
/** So many count as one more request. */
const bytesOfOne = 64 * 1024
const longestSeconds = 5
/** Who has asked for nothing for so long is not there. */
const presentMilliseconds = 2000
const mostPeople = 1000

export function createPace({
  isBusy = createLoadMeter(),
  now = () => performance.now(),
  pause = (milliseconds) => sleep(milliseconds),
}: PaceOptions = {}): Pace {
  /** How many requests each is ahead, and when that was so. */
  const people = new Map<string, { ahead: number; at: number }>()

  function add(person: string, requests: number): number {
    const at = now()
    const before = people.get(person)
    const passed = before === undefined ? 0 : (at - before.at) / 1000
    const left = Math.max(0, (before?.ahead ?? 0) - passed * perSecond)
    const ahead = Math.min(left + requests, atOnce + longestSeconds * perSecond)
    if (before === undefined && people.size >= mostPeople) forgetAbsent(at)
    people.set(person, { ahead, at })
    return ahead
  }

  function forgetAbsent(at: number): void {
    for (const [person, { at: seen }] of people) {
      if (at - seen > longestSeconds * 1000) people.delete(person)
    }
  }

  function hasOthers(person: string): boolean {
    const since = now() - presentMilliseconds
    return [...people].some(([other, { at }]) => other !== person && at >= since)
  }

  return {
    note: (person) => void add(person, 0),
    async wait(person, bytes = 0) {
      const over = add(person, 1 + bytes / bytesOfOne) - atOnce
      if (over > 0 && isBusy() && hasOthers(person)) await pause((over / perSecond) * 1000)
    },
  }
}

/** Whether this process has been at work for most of the last fraction of a second. */
function createLoadMeter(): () => boolean {
  const every = 200
  const busyShare = 0.5
  let since = performance.eventLoopUtilization()
  let at = performance.now()
  let isBusy = false
  return () => {
    if (performance.now() - at < every) return isBusy
    const until = performance.eventLoopUtilization()
    isBusy = performance.eventLoopUtilization(until, since).utilization >= busyShare
    since = until
    at = performance.now()
    return isBusy
  }
}
