import { and, asc, desc, eq, inArray, isNull, lte, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../db/database.ts'
import { jobs } from '../db/schema/index.ts'
import type { Holder, JobRow } from './job-row.ts'
import { NoRoom } from './no-room.ts'
import { startParent } from './parents.ts'
import { pickTurn, type Turn } from './pick-turn.ts'
import { turnAfter } from './price.ts'
import type { Room } from './slots.ts'

/** What a worker got: a job that is now its own, or how long there is nothing to do. */
export type Claim = { job: JobRow } | { wait: number | undefined }

/** Lines whose jobs others are claiming at this moment are passed over; more than a few of them means: come again. */
const mostLines = 5
/** A claim of another worker lasts this long at most. */
const heldMilliseconds = 100

/** Takes the first job of the line whose turn it is. */
export async function claimJob(
  tx: Tx,
  holder: Holder,
  labels: readonly string[],
  { leastPriority, isFor = () => true }: Room = {},
): Promise<Claim> {
  const passed: Turn[] = []
  const left: Turn[] = []
  while (passed.length < mostLines) {
    const turn = await pickTurn(tx, holder, labels, [...passed, ...left], leastPriority)
    const soon = passed.length > 0 ? heldMilliseconds : undefined
    if (turn === undefined) return { wait: soon }
    if (turn.wait > 0) return { wait: Math.min(turn.wait, soon ?? turn.wait) }
    if (!isFor(turn)) {
      left.push(turn)
      continue
    }
    const job = await takeFirst(tx, holder, isInLine(turn), alongLines)
    if (job !== undefined) return { job }
    passed.push(turn)
  }
  return { wait: 0 }
}

function isInLine({ organizationId, labels, priority }: Turn): SQL | undefined {
  return and(
    sql`${jobs.labels} = ${sql.param(labels)}::text[]`,
    eq(jobs.priority, priority),
    organizationId === null ? isNull(jobs.organizationId) : eq(jobs.organizationId, organizationId),
  )
}

/** The order of the index jobs_waiting, by all its columns as in next_job_turn(). */
const alongLines = [jobs.labels, desc(jobs.priority), jobs.organizationId, jobs.runAfter]

/** The next job of these kinds, regardless of turns. */
export async function claimOf(
  tx: Tx,
  holder: Holder,
  labels: readonly string[],
  kinds: readonly string[],
): Promise<Claim> {
  const wanted = and(inArray(jobs.kind, [...kinds]), sql`${jobs.labels} <@ ${sql.param([...labels])}::text[]`)
  const job = await takeFirst(tx, holder, wanted, [asc(jobs.createdAt)])
  return job === undefined ? { wait: undefined } : { job }
}

/** Says on the jobs that wait why they do; whoever takes one up clears that. */
export async function tellWaiting(tx: Tx): Promise<void> {
  await tx
    .update(jobs)
    .set({ message: new NoRoom().message, version: sql`${jobs.version} + 1` })
    .where(and(eq(jobs.state, 'queued'), isNull(jobs.message)))
}

/** One statement locks the first that nobody else is claiming, and takes it. */
async function takeFirst(
  tx: Tx,
  holder: Holder,
  wanted: SQL | undefined,
  order: (PgColumn | SQL)[],
): Promise<JobRow | undefined> {
  const first = tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.state, 'queued'), not(jobs.isParent), wanted, lte(jobs.runAfter, sql`now()`)))
    .orderBy(...order)
    .limit(1)
    .for('no key update', { skipLocked: true })
  const [taken] = await tx
    .update(jobs)
    .set({
      state: 'running',
      ...holder,
      startedAt: sql`now()`,
      turnEnds: turnAfter(),
      stage: null,
      progress: null,
      finishesAt: null,
      message: null,
      version: sql`${jobs.version} + 1`,
    })
    .where(eq(jobs.id, first))
    .returning()
  if (taken !== undefined && taken.parentId !== null) await startParent(tx, taken.parentId)
  return taken
}
