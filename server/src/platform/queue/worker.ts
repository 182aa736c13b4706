import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { Log } from '../log.ts'
import { type Alarm, createAlarm } from './alarm.ts'
import { cancelChannel } from './cancel.ts'
import { checkRunning } from './check-running.ts'
import { startClaiming } from './claim-loop.ts'
import { keepSchedule, sendDue } from './cron.ts'
import { reclaimLost } from './reclaim-lost.ts'
import { registerWorker } from './register-worker.ts'
import { runJob } from './run-job.ts'
import { jobsChannel } from './send-job.ts'
import { createSlots } from './slots.ts'
import { createBeatWatch } from './watch-beats.ts'
import { defaultTimings, type WorkerOptions } from './worker-options.ts'

export type { WorkerOptions } from './worker-options.ts'

export interface Worker {
  /**
   * Lets running jobs end for a while, then tells them to stop and gives them back to the queue, and takes leave.
   * It comes to an end even if handlers or the database don't answer: what is left is found to be lost.
   */
  drain(graceMilliseconds?: number): Promise<void>
  running(): number
}

const usualGrace = 5_000
/** How long handlers have to stop when the worker leaves, and then the database to take in how they ended. */
const patience = 5_000

/**
 * Runs jobs from the queue, as many at once as it has slots, until it is drained. While the database is away its
 * handlers go on and it keeps trying; what others have taken over meanwhile is aborted.
 */
export async function startWorker(context: Context, options: WorkerOptions): Promise<Worker> {
  const { database, listener } = context
  const { server, cron, definitions } = options
  const timings = { ...defaultTimings, ...options.timings }
  const monotonic = options.monotonic ?? (() => performance.now())
  const log = context.log.child({ server: server.name })
  const parts = { database, log, metrics: context.metrics, room: context.room }
  const settling = { onSettled: options.onSettled, timings }
  const givingUp = new AbortController()
  let leaving = false

  const registration = await registerWorker(database, server)
  if (cron !== undefined) await database.asSystem((tx) => keepSchedule(tx, cron))

  const slots = createSlots({
    count: server.slots,
    onFree: () => claiming.wake(),
    onStuck: () => {
      log.fatal('every slot is held by a handler that does not stop')
      options.onStuck?.()
    },
  })
  const claiming = startClaiming({
    context: parts,
    holder: registration.holder,
    labels: server.labels,
    freeing: Object.keys(definitions).filter((kind) => definitions[kind]?.freesSpace),
    poll: timings.poll,
    room: slots.room,
    begin: (job) => {
      const execution = runJob(
        { context, worker: options, settling, timings, monotonic, givingUp: givingUp.signal },
        job,
      )
      slots.take(execution)
      if (leaving) execution.abort('draining')
    },
  })

  const beat = async () => {
    if (await registration.beat()) return
    for (const execution of slots.running.values()) execution.abort('taken_over')
    if (await registration.again()) log.warn('this worker was taken for dead and begins anew')
    else log.error('another worker runs under the id of this server; this one waits until that is gone')
  }
  const check = async () => {
    if (slots.running.size === 0 && !claiming.doubtful()) return
    const clear = await checkRunning({
      context: parts,
      settling,
      holder: registration.holder,
      running: slots.running,
      claims: claiming.claims,
    })
    if (clear) claiming.trust()
  }
  const watch = createBeatWatch({ lostAfter: timings.lostAfter, longestGap: timings.lostAfter / 2 })
  const reclaim = () => reclaimLost({ context: parts, settling, watch, monotonic })

  const checking = keepDoing(log, 'the check of running jobs', timings.check, check)
  const beating = keepDoing(log, 'the sign of life', timings.beat, beat)
  const routines: Routine[] = [checking, keepDoing(log, 'the search for lost jobs', timings.beat, reclaim)]
  if (cron !== undefined) {
    const schedule = () => database.asSystem((tx) => sendDue(tx, cron, definitions))
    routines.push(keepDoing(log, 'the schedule', timings.cron, schedule))
  }
  // What an earlier run of this server held is taken up at once.
  for (const routine of routines) routine.ring()

  const deaf = [
    listener.on(jobsChannel, claiming.wake),
    listener.on(cancelChannel, (jobId) => {
      if (slots.running.has(jobId)) checking.ring()
    }),
    listener.onReconnect(() => {
      claiming.wake()
      checking.ring()
    }),
  ]

  const everySettled = () => Promise.all([...slots.running.values()].map(({ settled }) => settled))

  const drain = async (graceMilliseconds: number) => {
    leaving = true
    await atMost(patience, claiming.stop())
    await atMost(
      patience,
      registration.is('draining').catch(() => {}),
    )
    await atMost(graceMilliseconds, everySettled())
    const stopWithin = Math.min(patience, timings.ignoredSignal)
    for (const execution of slots.running.values()) execution.abort('draining', stopWithin)
    await atMost(stopWithin + patience, everySettled())
    givingUp.abort()
    for (const stop of deaf) stop()
    const farewell = async () => {
      await Promise.all([...routines, beating].map((routine) => routine.stop()))
      await registration.is('gone')
    }
    await atMost(
      patience,
      farewell().catch((error) => log.warn({ err: error }, 'the worker left without taking leave')),
    )
  }

  let drained: Promise<void> | undefined
  return {
    running: () => slots.running.size,
    drain: (graceMilliseconds = usualGrace) => {
      drained ??= drain(graceMilliseconds)
      return drained
    },
  }
}

async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  await Promise.race([work, sleep(milliseconds, undefined, { signal: over.signal }).catch(() => {})])
  over.abort()
}

interface Routine extends Pick<Alarm, 'ring'> {
  /** What is under way is finished first. */
  stop(): Promise<void>
}

const longestPause = 5000

/**
 * Does the work again and again, at once when rung for. While it fails the pauses grow, and only the first failure
 * and the recovery are logged: a database may be away for hours.
 */
function keepDoing(log: Log, what: string, every: number, work: () => Promise<unknown>): Routine {
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
