import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { jobs } from '../db/schema/index.ts'
import { rollUp } from './parents.ts'

/** On it workers hear the id of a running job that is to stop. */
export const cancelChannel = 'cresyl_cancel'

/** `requested`: something of it still runs and is told to stop. `finished`: there was nothing left to cancel. */
export type Cancellation = 'cancelled' | 'requested' | 'finished'

/** Cancels a job or, of a parent, everything that it still has to do. */
export async function requestCancel(tx: Tx, jobId: string, userId: string | null): Promise<Cancellation> {
  // Locked in one order, so that two who cancel the same don't wait for each other for ever.
  const found = await tx
    .select({ id: jobs.id, state: jobs.state, parentId: jobs.parentId })
    .from(jobs)
    .where(
      and(
        or(eq(jobs.id, jobId), eq(jobs.parentId, jobId)),
        eq(jobs.isParent, false),
        inArray(jobs.state, ['queued', 'running']),
      ),
    )
    .orderBy(jobs.id)
    .for('update')
  const waiting = found.filter(({ state }) => state === 'queued').map(({ id }) => id)
  const running = found.filter(({ state }) => state === 'running').map(({ id }) => id)
  if (waiting.length > 0) await cancelWaiting(tx, waiting, userId)
  if (running.length > 0) await askRunning(tx, running, userId)
  const parent = await markParent(tx, jobId, userId)
  const own = found.find(({ id }) => id === jobId)
  if (parent) await rollUp(tx, jobId)
  else if (own?.state === 'queued' && own.parentId !== null) await rollUp(tx, own.parentId)
  if (running.length > 0) return 'requested'
  return waiting.length > 0 || parent ? 'cancelled' : 'finished'
}

const asked = (userId: string | null) => ({
  cancelRequestedAt: sql`coalesce(${jobs.cancelRequestedAt}, now())`,
  cancelRequestedBy: sql`coalesce(${jobs.cancelRequestedBy}, ${userId}::uuid)`,
  version: sql`${jobs.version} + 1`,
})

async function cancelWaiting(tx: Tx, ids: string[], userId: string | null): Promise<void> {
  await tx
    .update(jobs)
    .set({
      ...asked(userId),
      state: 'cancelled',
      finishedAt: sql`now()`,
      message: 'It was cancelled before it started.',
    })
    .where(inArray(jobs.id, ids))
}

async function askRunning(tx: Tx, ids: string[], userId: string | null): Promise<void> {
  await tx
    .update(jobs)
    .set(asked(userId))
    .where(and(inArray(jobs.id, ids), sql`${jobs.cancelRequestedAt} is null`))
  await tx.execute(sql`select pg_notify(${cancelChannel}, id) from unnest(${sql.param(ids)}::text[]) as id`)
}

async function markParent(tx: Tx, jobId: string, userId: string | null): Promise<boolean> {
  const marked = await tx
    .update(jobs)
    .set(asked(userId))
    .where(and(eq(jobs.id, jobId), jobs.isParent, inArray(jobs.state, ['queued', 'running'])))
    .returning({ id: jobs.id })
  return marked.length > 0
}
