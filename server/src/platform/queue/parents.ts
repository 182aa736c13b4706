import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { type JobState, jobs } from '../db/schema/index.ts'

export interface ChildCounts extends Record<JobState, number> {
  total: number
}

/** The first of its children has started. */
export async function startParent(tx: Tx, parentId: string): Promise<void> {
  await tx
    .update(jobs)
    .set({
      state: 'running',
      startedAt: sql`coalesce(${jobs.startedAt}, now())`,
      version: sql`${jobs.version} + 1`,
    })
    .where(and(eq(jobs.id, parentId), jobs.isParent, eq(jobs.state, 'queued')))
}

/**
 * Makes the parent's state follow its children's, in the transaction that changed one of them. Children come before
 * their parent whenever rows are locked: whoever has the parent sees every child that was settled before.
 */
export async function rollUp(tx: Tx, parentId: string): Promise<void> {
  const [parent] = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.id, parentId), jobs.isParent))
    .for('update')
  if (parent === undefined) return
  const counts = await countChildren(tx, parentId)
  const { state, message, progress } = summarize(counts, parent.cancelRequestedAt !== null)
  if (state === parent.state && message === parent.message && progress === parent.progress) return
  const finished = state !== 'queued' && state !== 'running'
  await tx
    .update(jobs)
    .set({
      state,
      message,
      progress,
      startedAt: state === 'queued' ? null : sql`coalesce(${jobs.startedAt}, now())`,
      finishedAt: finished ? sql`now()` : null,
      version: sql`${jobs.version} + 1`,
    })
    .where(eq(jobs.id, parentId))
}

async function countChildren(tx: Tx, parentId: string): Promise<ChildCounts> {
  const rows = await tx
    .select({ state: jobs.state, count: sql<number>`sum(${jobs.weight})::int` })
    .from(jobs)
    .where(eq(jobs.parentId, parentId))
    .groupBy(jobs.state)
  const counts: ChildCounts = { total: 0, queued: 0, running: 0, succeeded: 0, failed: 0, cancelled: 0 }
  for (const { state, count } of rows) {
    counts[state] = count
    counts.total += count
  }
  return counts
}

export interface Summary {
  state: JobState
  message: string
  progress: number
}

export function summarize(counts: ChildCounts, cancelled: boolean): Summary {
  const { total, queued, running, succeeded, failed } = counts
  if (total === 0) {
    const state = cancelled ? 'cancelled' : 'succeeded'
    return { state, message: 'There was nothing to do.', progress: 1 }
  }
  const finished = total - queued - running
  const others = (['failed', 'cancelled'] as const).filter((each) => counts[each] > 0)
  return {
    state: stateOf(),
    message: [`${succeeded} of ${total} succeeded`, ...others.map((each) => `${counts[each]} ${each}`)].join(
      ', ',
    ),
    // As the column keeps it, so that it can be compared.
    progress: Math.fround(finished / total),
  }

  function stateOf(): JobState {
    if (queued === total) return 'queued'
    if (finished < total) return 'running'
    if (failed > 0) return 'failed'
    return succeeded === total ? 'succeeded' : 'cancelled'
  }
}
