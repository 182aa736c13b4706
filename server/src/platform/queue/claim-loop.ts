import type { Context } from '../context.ts'
import { createAlarm } from './alarm.ts'
import { claimJob, claimOf, tellWaiting } from './claim-job.ts'
import type { Holder, JobRow } from './job-row.ts'
import type { Room } from './slots.ts'

export interface ClaimLoopOptions {
  context: Pick<Context, 'database' | 'room' | 'log'>
  holder: () => Holder
  labels: readonly string[]
  /** Kinds that go on while there is no room on the disk. */
  freeing: readonly string[]
  /** Looks at least this often, in milliseconds. */
  poll: number
  room: () => Room | undefined
  begin: (job: JobRow) => void
}

export interface ClaimLoop {
  wake(): void
  /** Goes up when a claim begins and when it ends; odd while one is under way. */
  claims(): number
  /** Whether a claim has failed: it may have been committed all the same. */
  doubtful(): boolean
  trust(): void
  stop(): Promise<void>
}

const longestPause = 5000
const shortestPause = 20

/** Takes job after job while a slot is free, one claim at a time; else sleeps until there may be one. */
export function startClaiming(options: ClaimLoopOptions): ClaimLoop {
  const { context, holder, labels, freeing, poll, room, begin } = options
  const { database, log } = context
  const alarm = createAlarm()
  let stopped = false
  let claims = 0
  let failures = 0
  let doubt = false
  let short = false

  const tellOfRoom = async (isShort: boolean) => {
    if (isShort === short) return
    short = isShort
    if (!short) return log.info('there is room on the disk again; jobs go on')
    log.warn('the disk is almost full; jobs wait, but for those that free space')
    await database.asSystem(tellWaiting)
  }

  /** Returns how long there is nothing to do. */
  const claim = async (free: Room): Promise<number> => {
    claims += 1
    try {
      const isShort = await context.room.isShort()
      await tellOfRoom(isShort)
      const claimed = await database.asSystem((tx) =>
        isShort ? claimOf(tx, holder(), labels, freeing) : claimJob(tx, holder(), labels, free),
      )
      if (failures > 0) log.info('jobs can be claimed again')
      failures = 0
      if (!('job' in claimed)) return Math.min(Math.max(claimed.wait ?? poll, shortestPause), poll)
      begin(claimed.job)
      return 0
    } catch (error) {
      doubt = true
      if (failures === 0) log.warn({ err: error }, 'no job could be claimed; this is tried again')
      failures += 1
      return Math.min(100 * 2 ** failures, longestPause)
    } finally {
      claims += 1
    }
  }

  const rounds = async () => {
    while (!stopped) {
      const free = room()
      const pause = free ? await claim(free) : poll
      if (pause > 0 && !stopped) await alarm.wait(pause)
    }
  }
  const running = rounds()
  return {
    wake: alarm.ring,
    claims: () => claims,
    doubtful: () => doubt,
    trust: () => {
      doubt = false
    },
    stop: async () => {
      stopped = true
      alarm.ring()
      await running
    },
  }
}
