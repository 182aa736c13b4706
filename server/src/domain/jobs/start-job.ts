import { ApiError } from '@cresyl/contract/api/errors'
import type { StartableJobKind } from '@cresyl/contract/operations/job-kinds'
import type { Job } from '@cresyl/contract/operations/jobs'
import { sendJob } from '../../platform/queue/send-job.ts'
import { rulesOf } from '../job-rules.ts'
import type { AuditedWork } from '../work.ts'
import { newJob } from './new-job.ts'
import { findJob, isAnyOpen, lockStarting } from './queries.ts'
import { viewJob } from './view.ts'

/** Starts a job that people ask for by its name; not while one of its kind, or of its parts', is under way. */
export async function startJob(work: AuditedWork, kind: StartableJobKind): Promise<Job> {
  const { tx, member } = work
  const { parts = [] } = rulesOf(kind)
  await lockStarting(tx, member.organizationId)
  if (await isAnyOpen(tx, [kind, ...parts])) throw new ApiError('already_running')
  const id = await sendJob(tx, { ...newJob(work, kind), isParent: parts.length > 0 })
  for (const part of parts) await sendJob(tx, { ...newJob(work, part), parentId: id })
  work.record({ id, details: { kind } })
  return viewJob(await findJob(tx, id))
}
