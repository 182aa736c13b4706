import { ApiError } from '@cresyl/contract/api/errors'
import { purgeUndoMinutes } from '@cresyl/contract/files/storage'
import type { Job } from '@cresyl/contract/operations/jobs'
import type { PurgeableKind } from '@cresyl/contract/operations/purgeable-kinds'
import { sendJob } from '../../platform/queue/send-job.ts'
import { newJob } from '../jobs/new-job.ts'
import { findJob, isAnyOpen, lockStarting } from '../jobs/queries.ts'
import { viewJob } from '../jobs/view.ts'
import type { AuditedWork } from '../work.ts'

/**
 * Has what could go by now removed for good, by a job that waits a while: until it begins it can be cancelled, and
 * what is restored meanwhile stays.
 */
export async function createPurge(work: AuditedWork, kinds: readonly PurgeableKind[]): Promise<Job> {
  const { tx, member, now } = work
  await lockStarting(tx, member.organizationId)
  if (await isAnyOpen(tx, ['purge_storage'])) throw new ApiError('already_running')
  const payload = { kinds: [...new Set(kinds)], before: now.toISOString() }
  const runAfter = new Date(now.getTime() + purgeUndoMinutes * 60_000)
  const id = await sendJob(tx, { ...newJob(work, 'purge_storage', payload), runAfter })
  work.record({ id, details: payload })
  return viewJob(await findJob(tx, id))
}
