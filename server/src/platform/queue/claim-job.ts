import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { jobs } from '../db/schema/index.ts'
import { type Boss, within } from './boss.ts'
import type { Holder, JobRow } from './job-row.ts'
import { NoRoom } from './no-room.ts'
import { startParent } from './parents.ts'
import { pickTurn } from './pick-turn.ts'
import { turnAfter } from './price.ts'
import type { Room } from './slots.ts'

interface Ticket {
  job: string
  attempt: number
}

/** What a worker got: a job that is now its own, or how long there is nothing to do. */
export type Claim = { job: JobRow } | { wait: number | undefined }

/** Lines whose tickets others hold at this moment are passed over; more than a few of them means: come again. */
const mostLines = 5
/** So long at most does another worker hold the ticket that it is claiming. */
const heldMilliseconds = 100

/**
 * Takes the next job, in one transaction: its ticket goes and its row says who runs it, or neither. The ticket is
 * locked by one worker only, and the row changes hands only from `queued` with the ticket's attempt.
 */
export async function claimJob(
  tx: Tx,
  boss: Boss,
  holder: Holder,
  labels: readonly string[],
  { leastPriority, isFor = () => true }: Room = {},
): Promise<Claim> {
  const passed: string[] = []
  const left: string[] = []
  while (passed.length < mostLines) {
    const turn = await pickTurn(tx, holder, labels, [...passed, ...left], leastPriority)
    const soon = passed.length > 0 ? heldMilliseconds : undefined
    if (turn === undefined) return { wait: soon }
    if (turn.wait > 0) return { wait: Math.min(turn.wait, soon ?? turn.wait) }
    if (!isFor(turn)) {
      left.push(turn.queue)
      continue
    }
    const job = await takeFrom(tx, boss, holder, turn)
    if (job !== undefined) return { job }
    passed.push(turn.queue)
  }
  return { wait: 0 }
}

/** The next job of these kinds, whoever's turn it is. Its ticket stays and is of no use any more. */
export async function claimOf(
  tx: Tx,
  holder: Holder,
  labels: readonly string[],
  kinds: readonly string[],
): Promise<Claim> {
  const [next] = await tx
    .select({ job: jobs.id, attempt: jobs.attempt })
    .from(jobs)
    .where(
      and(
        eq(jobs.state, 'queued'),
        inArray(jobs.kind, [...kinds]),
        lte(jobs.runAfter, sql`now()`),
        sql`${jobs.labels} <@ ${sql.param([...labels])}::text[]`,
      ),
    )
    .orderBy(asc(jobs.createdAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const job = next && (await take(tx, holder, next))
  return job === undefined ? { wait: undefined } : { job }
}

/** Says on the jobs that wait why they do; whoever takes one up clears that. */
export async function tellWaiting(tx: Tx): Promise<void> {
  await tx
    .update(jobs)
    .set({ message: new NoRoom().message, version: sql`${jobs.version} + 1` })
    .where(and(eq(jobs.state, 'queued'), isNull(jobs.message)))
}

async function takeFrom(
  tx: Tx,
  boss: Boss,
  holder: Holder,
  { queue, priority }: { queue: string; priority: number },
): Promise<JobRow | undefined> {
  for (;;) {
    const [ticket] = await boss.fetch<Ticket>(queue, {
      ...within(tx),
      minPriority: priority,
      maxPriority: priority,
    })
    if (ticket === undefined) return undefined
    const job = await take(tx, holder, ticket.data)
    await boss.deleteJob(queue, ticket.id, within(tx))
    if (job !== undefined) return job
    // A ticket that nobody withdrew is of no use: the next one.
  }
}

async function take(tx: Tx, holder: Holder, { job, attempt }: Ticket): Promise<JobRow | undefined> {
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
    .where(and(eq(jobs.id, job), eq(jobs.attempt, attempt), eq(jobs.state, 'queued')))
    .returning()
  if (taken !== undefined && taken.parentId !== null) await startParent(tx, taken.parentId)
  return taken
}
