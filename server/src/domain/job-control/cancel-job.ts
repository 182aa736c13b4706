import type { Job } from '@cresyl/contract/jobs'
import { requestCancel } from '../../platform/queue/cancel.ts'
import { failReading } from '../files/reading.ts'
import { afterCheck } from '../inference/after-check.ts'
import { followRuns } from '../inference/follow-runs.ts'
import { requireControl } from '../jobs/access.ts'
import { findJob } from '../jobs/queries.ts'
import { viewJob } from '../jobs/view.ts'
import { followJobs } from '../qc/follow-jobs.ts'
import { tellOfChecks } from '../qc/tell-of-checks.ts'
import { tellOfBatch } from '../slide-batches/tell-of-batch.ts'
import type { AuditedWork } from '../work.ts'
import { settleParent } from './settle-job.ts'

/** Ends what waits at once; what runs is told to stop. Of a job that has ended this does nothing. */
export async function cancelJob(work: AuditedWork, id: string): Promise<Job> {
  const { tx, member } = work
  const { job } = await findJob(tx, id)
  requireControl(member, job)
  const outcome = await requestCancel(tx, id, member.userId)
  await followJobs(tx, job)
  await followRuns(tx, job)
  if (outcome === 'cancelled') {
    await afterCheck(tx, job, work.now)
    await failReading(tx, job, 'It was cancelled before the file was read.')
    // Its last part may have been all that the batch still waited for.
    await settleParent(tx, job)
    await tellOfBatch(tx, job)
    await tellOfChecks(tx, job)
  }

  if (outcome !== 'finished') work.record({ id, details: { kind: job.kind } })
  return viewJob(await findJob(tx, id))
}
