import { ApiError } from '@cresyl/contract/api/errors'
import type { Job } from '@cresyl/contract/operations/jobs'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { jobs } from '../../platform/db/schema/index.ts'
import { rollUp } from '../../platform/queue/parents.ts'
import { wakeWorkers } from '../../platform/queue/send-job.ts'
import { rulesOf } from '../job-rules.ts'
import type { AuditedWork } from '../work.ts'
import { definitionOf, requireControl } from './access.ts'
import { findJob, isAnyOpen, lockParts, lockStarting } from './queries.ts'
import { type JobRow, viewJob } from './view.ts'

/** Queues a failed or cancelled job anew, or those of a batch, with as many tries as it had at first. */
export async function retryJob(work: AuditedWork, id: string): Promise<Job> {
  const { tx, member } = work
  const { job } = await findJob(tx, id)
  requireControl(member, job)
  const { requireRetryRight, follow } = rulesOf(job.kind)
  await requireRetryRight?.(tx, member, job)
  await lockStarting(tx, member.organizationId)
  const parts = (await lockParts(tx, job)).filter(isRetryable)
  if (parts.length === 0) throw new ApiError('not_retryable')
  // Only of what the whole organisation has one; others are about one thing each.
  const single = parts.map(({ kind }) => kind).filter((kind) => 'startable' in definitionOf(kind))
  if (await isAnyOpen(tx, single)) {
    throw new ApiError('not_retryable', {
      detail: 'Another one of its kind is waiting or running. Wait for it, or cancel it first.',
    })
  }
  for (const [kind, ofKind] of Map.groupBy(parts, (part) => part.kind))
    await rulesOf(kind).refuseRetry?.(
      tx,
      ofKind.map((part) => part.id),
    )
  for (const part of parts) await queueAnew(tx, part)
  await follow?.(tx, job)
  const parent = job.isParent ? job.id : job.parentId
  if (parent !== null) await reopenParent(tx, parent)
  work.record({ id, details: { kind: job.kind } })
  return viewJob(await findJob(tx, id))
}

function isRetryable({ state }: JobRow): boolean {
  return state === 'failed' || state === 'cancelled'
}

/** A new attempt: whatever still works on an older one can't write any more. */
async function queueAnew(tx: Tx, job: JobRow): Promise<void> {
  await tx
    .update(jobs)
    .set({
      state: 'queued',
      stage: null,
      progress: null,
      finishesAt: null,
      message: null,
      attempt: job.attempt + 1,
      maxAttempts: job.attempt + definitionOf(job.kind).attempts,
      runAfter: sql`now()`,
      serverId: null,
      incarnation: null,
      cancelRequestedAt: null,
      cancelRequestedBy: null,
      startedAt: null,
      finishedAt: null,
      version: job.version + 1,
    })
    .where(eq(jobs.id, job.id))
  await wakeWorkers(tx)
  await rulesOf(job.kind).onRetry?.(tx, job)
}

async function reopenParent(tx: Tx, id: string): Promise<void> {
  await tx.update(jobs).set({ cancelRequestedAt: null, cancelRequestedBy: null }).where(eq(jobs.id, id))
  await rollUp(tx, id)
}
