import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { isDatabaseAway, isDatabaseFull } from '../db/failures.ts'
import { jobs } from '../db/schema/index.ts'
import { type AbortReason, JobAborted } from './job-aborted.ts'
import type { JobResult, RunningJob } from './job-handler.ts'
import { takeNotes } from './job-notes.ts'
import type { JobRow } from './job-row.ts'
import { isPassing, keepTrying } from './keep-trying.ts'
import { asNoRoom, NoRoom } from './no-room.ts'
import { endedBy, outcomeOfFailure } from './outcomes.ts'
import { priceJob } from './price.ts'
import { isHeld, type Outcome, type SettleOptions, settleJob } from './settle-job.ts'
import type { WorkerOptions, WorkerTimings } from './worker-options.ts'

/** One attempt at a job, as it runs in this process. */
export interface Execution {
  readonly job: JobRow
  /** The first reason counts. The handler has `grace` milliseconds to stop. */
  abort(reason: AbortReason, grace?: number): void
  /** How it ends is being written down. */
  settling(): boolean
  /** Its end is written, or is no longer this worker's to write. */
  readonly settled: Promise<void>
  /** The handler has really returned. */
  readonly released: Promise<void>
}

export interface RunJobOptions {
  context: Context
  worker: Pick<WorkerOptions, 'definitions' | 'handlers' | 'server'>
  settling: SettleOptions
  timings: WorkerTimings
  monotonic: () => number
  /** From then on outcomes that can't be written are left to be reclaimed. */
  givingUp: AbortSignal
}

/** So often an outage costs a job none of its attempts; one that is struck by every one of them may cause them. */
const forgivenOutages = 5
const awayMessage = 'A service it needs could not be reached; it is tried again.'

/** Runs the attempt and writes down what came of it, unless it is somebody else's by then. */
export function runJob(options: RunJobOptions, job: JobRow): Execution {
  const { context, timings, monotonic, givingUp } = options
  const { database, metrics } = context
  const trace = job.trace === null ? {} : { trace: job.trace }
  const log = context.log.child({ job: job.id, kind: job.kind, attempt: job.attempt, ...trace })
  const controller = new AbortController()
  const ignored = Promise.withResolvers<'ignored'>()
  let graceTimer: NodeJS.Timeout | undefined
  let graceEnds = Number.POSITIVE_INFINITY
  let settling = false
  let noticedLoss = false

  const abort = (reason: AbortReason, grace = timings.ignoredSignal) => {
    if (!controller.signal.aborted) controller.abort(new JobAborted(reason))
    // Whoever is told again gets no more time for that: some are told every second.
    if (settling || monotonic() + grace >= graceEnds) return
    graceEnds = monotonic() + grace
    clearTimeout(graceTimer)
    graceTimer = setTimeout(() => ignored.resolve('ignored'), grace)
  }
  const lose = () => {
    if (!noticedLoss) metrics.leaseLosses.inc()
    noticedLoss = true
    abort('taken_over')
  }
  const notes = takeNotes({
    job,
    everyMilliseconds: timings.progress,
    monotonic,
    now: () => context.clock.now(),
    asSystem: database.asSystem,
    onTakenOver: lose,
    onFailure: (error) => log.warn({ err: error }, 'progress could not be written; it is tried again'),
  })
  const needsRoom = !options.worker.definitions[job.kind]?.freesSpace
  const requireRoom = async () => {
    if (needsRoom && (await context.room.isShort())) throw new NoRoom()
  }
  const fenced =
    <T>(work: (tx: Tx) => Promise<T>) =>
    async (tx: Tx) => {
      const result = await work(tx)
      // Last, so that the row is locked against being taken over only for as long as the commit takes.
      const held = await tx.select({ id: jobs.id }).from(jobs).where(isHeld(job)).for('share')
      if (held.length > 0) return result
      lose()
      throw new JobAborted('taken_over')
    }
  const running: RunningJob = {
    id: job.id,
    organizationId: job.organizationId,
    createdBy: job.createdBy,
    kind: job.kind,
    payload: job.payload,
    attempt: job.attempt,
    signal: controller.signal,
    log,
    stage: notes.stage,
    progress: notes.progress,
    say: notes.say,
    price: (pixels) => database.asSystem((tx) => priceJob(tx, job, pixels)),
    asSystem: async (work) => {
      await requireRoom()
      return database.asSystem(fenced(work))
    },
    asOrganization: async (work) => {
      if (job.organizationId === null) throw new Error('A job of the platform has no organisation.')
      await requireRoom()
      return database.asMember({ organizationId: job.organizationId }, fenced(work))
    },
  }

  const handled = handle(options, running)
  const released = handled.then(
    () => {},
    () => {},
  )

  const finish = async () => {
    // A kind that isn't known ends at once.
    const timeoutSeconds = options.worker.definitions[job.kind]?.timeoutSeconds ?? 1
    const timer = setTimeout(() => abort('timed_out'), timeoutSeconds * 1000)
    const outcome = await Promise.race([handled, ignored.promise])
    clearTimeout(timer)
    clearTimeout(graceTimer)
    settling = true
    const lines = await notes.stop()
    const reason = (controller.signal.reason as JobAborted | undefined)?.reason
    if (outcome === 'ignored') log.error({ reason }, 'the handler does not stop; the job goes on without it')
    if (reason === 'taken_over') return lose()
    const wanted =
      outcome === 'ignored' || outcome.end !== 'succeeded'
        ? endedBy(reason, timeoutSeconds, outcome)
        : outcome
    await write(wanted, lines)
  }

  const write = async (outcome: Outcome, lines: SettleOptions['lines'] = []): Promise<void> => {
    let tries = 0
    try {
      const settled = await keepTrying(
        async (nth) => {
          tries = nth
          return database.asSystem((tx) => settleJob(tx, job, outcome, { ...options.settling, lines }))
        },
        {
          signal: givingUp,
          // What was to be committed may be wrong for good; that the attempt failed must be written in any case.
          retry: (error) => outcome.end !== 'succeeded' || isPassing(error),
          onFailure: (error) =>
            log.warn({ err: error }, 'the outcome could not be written; it is tried again'),
        },
      )
      if (settled !== undefined) {
        metrics.jobs.inc({ kind: job.kind, outcome: settled.end })
        log.info({ outcome: settled.end }, 'an attempt has ended')
        if (outcome.end === 'succeeded') await clear(outcome)
      } else if (tries === 1) {
        lose()
      }
      // Else an earlier try may have been committed although its answer was lost.
    } catch (error) {
      if (givingUp.aborted)
        log.warn({ err: error }, 'the outcome is left unwritten; another worker takes the job up')
      else await write(outcomeOf(error), lines)
    }
  }

  /** The end stands by then: what can't be removed is left for the janitor. */
  const clear = async ({ afterwards }: JobResult) => {
    try {
      await afterwards?.()
    } catch (error) {
      log.warn({ err: error }, 'what is left of a job could not be removed')
    }
  }

  return { job, abort, settling: () => settling, settled: finish(), released }

  async function handle({ worker }: RunJobOptions, given: RunningJob): Promise<Outcome> {
    const handler = worker.handlers[job.kind]
    const definition = worker.definitions[job.kind]
    if (handler === undefined || definition === undefined) {
      // As while a new version is rolled out.
      const message = `${worker.server.name} does not know this kind of job; it waits for a server that does.`
      return { end: 'returned', message, pause: timings.longestRetry }
    }
    const payload = definition.payload.safeParse(job.payload)
    if (!payload.success) {
      log.error({ err: payload.error }, 'the payload does not fit its schema')
      return {
        end: 'failed',
        message:
          'Its data does not fit this kind of job. Start it again from the page where it was requested.',
      }
    }
    try {
      const result = await handler({ ...given, payload: payload.data as never }, context)
      return { end: 'succeeded', ...result }
    } catch (error) {
      // Told to stop, it stopped: `endedBy` says what that means.
      if (controller.signal.aborted) return { end: 'retried', message: 'It was stopped.' }
      if (isDatabaseAway(error) && job.attempt <= forgivenOutages) {
        log.warn({ err: error }, 'the database was away; the job is tried again')
        return { end: 'returned', message: awayMessage, pause: timings.firstRetry }
      }
      return outcomeOf(error)
    }
  }

  function outcomeOf(error: unknown): Outcome {
    const noRoom = isDatabaseFull(error) ? new NoRoom() : asNoRoom(error)
    if (noRoom === undefined) return outcomeOfFailure(error, options.worker.server.name, log)
    log.warn({ err: error }, 'there was no room; the job waits for some')
    const pause = Math.min(timings.noRoom * 2 ** Math.min(job.attempt - 1, 30), timings.longestRetry)
    return { end: 'returned', message: noRoom.message, pause }
  }
}
