import type { Log } from '../log.ts'
import { type Alarm, createAlarm } from './alarm.ts'

export interface Routine extends Pick<Alarm, 'ring'> {
  /** What is under way is finished first. */
  stop(): Promise<void>
}

const longestPause = 5000

/**
 * Does the work again and again, at once when rung for. While it fails the pauses grow, and only the first failure
 * and the recovery are logged: a database may be away for hours.
 */
export function keepDoing(log: Log, what: string, every: number, work: () => Promise<unknown>): Routine {
  const alarm = createAlarm()
  let stopped = false
  let failures = 0

  const rounds = async () => {
    while (!stopped) {
      await alarm.wait(Math.max(every, failures === 0 ? 0 : Math.min(every * 2 ** failures, longestPause)))
      if (stopped) return
      try {
        await work()
        if (failures > 0) log.info(`${what} works again`)
        failures = 0
      } catch (error) {
        if (failures === 0) log.warn({ err: error }, `${what} failed; it is tried again`)
        failures += 1
      }
    }
  }
  const running = rounds()
  return {
    ring: alarm.ring,
    stop: async () => {
      stopped = true
      alarm.ring()
      await running
    },
  }
}
