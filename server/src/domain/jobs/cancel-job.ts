import type { Job } from '@cresyl/contract/operations/jobs'
import { type Cancellation, requestCancel } from '../../platform/queue/cancel.ts'
import type { JobRow } from '../../platform/queue/job-row.ts'
import { rulesOf } from '../job-rules.ts'
import type { AuditedWork, Work } from '../work.ts'
import { requireControl } from './access.ts'
import { settleParent, summarize } from './follow-up.ts'
import { findJob } from './queries.ts'
import { viewJob } from './view.ts'

/** Of a job that has ended this does nothing. */
export async function cancelJob(work: AuditedWork, id: string): Promise<Job> {
  const { tx, member } = work
  const { job } = await findJob(tx, id)
  requireControl(member, job)
  const outcome = await stopJob(work, job)
  if (outcome !== 'finished') work.record({ id, details: { kind: job.kind } })
  return viewJob(await findJob(tx, id))
}

/** Ends what waits at once; what runs is told to stop. */
export async function stopJob(
  { tx, member, now }: Work,
  job: Pick<JobRow, 'id' | 'kind' | 'parentId'>,
): Promise<Cancellation> {
  const { follow, onCancel, onCancelParts } = rulesOf(job.kind)
  const outcome = await requestCancel(tx, job.id, member.userId)
  await follow?.(tx, job)
  if (outcome !== 'finished') await onCancelParts?.(tx, job, now)
  if (outcome === 'cancelled') {
    await onCancel?.(tx, job, now)
    // Its last part may have been all that the batch still waited for.
    await settleParent(tx, job)
    await summarize(tx, job)
  }
  return outcome
}
