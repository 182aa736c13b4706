import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Tx } from '../db/database.ts'
import { jobLogLines, jobs, type LogLevel } from '../db/schema/index.ts'
import type { JobResult } from './job-handler.ts'
import type { AttemptEnd, JobRow } from './job-row.ts'
import { rollUp } from './parents.ts'
import { wakeWorkers } from './send-job.ts'
import type { OnSettled, WorkerTimings } from './worker-options.ts'

/** What is to become of a job. One that is `retried` or `lost` has failed if that was its last attempt. */
export type Outcome =
  | ({ end: 'succeeded' } & JobResult)
  | { end: 'failed' | 'retried' | 'lost' | 'cancelled'; message: string }
  | { end: 'returned'; message: string /** Milliseconds until it may run. */; pause?: number }

export interface LogLine {
  level: LogLevel
  text: string
  at: Date
}

export interface SettleOptions {
  onSettled?: OnSettled | undefined
  timings: Pick<WorkerTimings, 'firstRetry' | 'longestRetry'>
  /** What the handler said and nobody has written yet. */
  lines?: readonly LogLine[]
}

export interface Settled {
  job: JobRow
  end: AttemptEnd
}

/**
 * Ends the attempt, with everything that belongs to its end, in the caller's transaction. Undefined, and nothing
 * written, if the attempt has ended already.
 */
export async function settleJob(
  tx: Tx,
  held: JobRow,
  outcome: Outcome,
  { onSettled, timings, lines = [] }: SettleOptions,
): Promise<Settled | undefined> {
  const settled = await endAttempt(tx, held, outcome, timings)
  if (settled === undefined) return undefined
  const { job, end } = settled
  await writeLines(tx, held, lines)
  if (outcome.end === 'succeeded') await outcome.commit?.(tx)
  if (job.state === 'queued') await wakeWorkers(tx)
  if (job.parentId !== null) await rollUp(tx, job.parentId)
  await onSettled?.(tx, job, end)
  return settled
}

type Change = PgUpdateSetSource<typeof jobs>

async function endAttempt(
  tx: Tx,
  held: JobRow,
  outcome: Outcome,
  timings: SettleOptions['timings'],
): Promise<Settled | undefined> {
  const end = endOf(held, outcome)
  const message = storableText(outcome.message)
  // Who asked to cancel it is content with its success, but with no other end.
  const unlessCancelled =
    end === 'succeeded' || end === 'cancelled' ? undefined : isNull(jobs.cancelRequestedAt)
  const job = await write(tx, held, changeAt(end, held, { ...outcome, message }, timings), unlessCancelled)
  if (job !== undefined) return { job, end }
  if (unlessCancelled === undefined) return undefined
  const cancelled = await write(tx, held, finished('cancelled', 'It was cancelled.'))
  return cancelled && { job: cancelled, end: 'cancelled' }
}

function changeAt(
  end: AttemptEnd,
  held: JobRow,
  outcome: Outcome,
  timings: SettleOptions['timings'],
): Change {
  const { message } = outcome
  if (end === 'succeeded') return { ...finished(end, message), progress: 1 }
  if (end === 'failed') return finished(end, outcome.end === 'lost' ? lastLoss(held, message) : message)
  if (end === 'cancelled') return finished(end, message)
  const pause = pauseBefore(held, outcome, timings)
  return {
    state: 'queued',
    message,
    attempt: held.attempt + 1,
    // What was given back unfinished must not cost one of its attempts.
    maxAttempts: end === 'returned' ? held.maxAttempts + 1 : held.maxAttempts,
    runAfter: sql`now() + ${pause}::float8 * interval '1 millisecond'`,
    stage: null,
    progress: null,
  }
}

function endOf({ attempt, maxAttempts }: JobRow, { end }: Outcome): AttemptEnd {
  return (end === 'retried' || end === 'lost') && attempt >= maxAttempts ? 'failed' : end
}

const lastLoss = ({ attempt }: JobRow, message: string) =>
  `${message} This was the last of ${attempt} ${attempt === 1 ? 'attempt' : 'attempts'}: make sure that the servers keep running, then try again.`

/** Twice as long each time and never the same for two jobs, so that they don't come back all at once. */
function pauseBefore(
  { attempt }: JobRow,
  outcome: Outcome,
  { firstRetry, longestRetry }: SettleOptions['timings'],
): number {
  if (outcome.end === 'returned') return outcome.pause ?? 0
  if (outcome.end === 'lost') return 0
  const pause = Math.min(firstRetry * 2 ** Math.min(attempt - 1, 30), longestRetry)
  return pause * (0.75 + Math.random() / 2)
}

function finished(state: 'succeeded' | 'failed' | 'cancelled', message: string): Change {
  return { state, message, stage: null, finishedAt: sql`now()` }
}

async function write(tx: Tx, held: JobRow, change: Change, only?: SQL): Promise<JobRow | undefined> {
  const [job] = await tx
    .update(jobs)
    .set({ ...change, incarnation: null, finishesAt: null, version: sql`${jobs.version} + 1` })
    .where(and(isHeld(held), only))
    .returning()
  return job
}

/** The fence: true as long as nobody but the holder of this attempt may write to its job. */
export function isHeld({ id, attempt }: Pick<JobRow, 'id' | 'attempt'>): SQL | undefined {
  return and(eq(jobs.id, id), eq(jobs.attempt, attempt), eq(jobs.state, 'running'))
}

export async function writeLines(
  tx: Tx,
  { id: jobId, attempt, organizationId }: JobRow,
  lines: readonly LogLine[],
): Promise<void> {
  if (lines.length === 0) return
  await tx.insert(jobLogLines).values(lines.map((line) => ({ ...line, jobId, attempt, organizationId })))
}

/** PostgreSQL can't keep the character 0, and what a file says of itself may hold it. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '')
}
