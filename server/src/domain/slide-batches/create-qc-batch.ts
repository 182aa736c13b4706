import type { RouteRequest } from '@cresyl/contract/api/route'
import type { Job } from '@cresyl/contract/operations/jobs'
import type { createQcBatch as createQcBatchRoute } from '@cresyl/contract/qc/qc-jobs'
import { requireOwnOrganization } from '../access.ts'
import { findJob } from '../jobs/queries.ts'
import { viewJob } from '../jobs/view.ts'
import type { AuditedWork } from '../work.ts'
import { countOutcomes } from './queries.ts'
import { onlyProjectOf, requireSelectable } from './selection.ts'
import { startBatch } from './start-batch.ts'

type BatchRequest = RouteRequest<typeof createQcBatchRoute>['body']

/** What stands for the batch, and what queues a part of it. */
const checking = { parent: 'qc_batch', child: 'queue_qc' } as const

/** Has many slides checked. Which ones is settled now; they are queued in parts, as those before them are done. */
export async function createQcBatch(work: AuditedWork, request: BatchRequest): Promise<Job> {
  const { tx, member } = work
  const { selection } = request
  requireOwnOrganization(member, request.organization_id)
  requireSelectable(member, selection)
  const project = await onlyProjectOf(tx, selection)
  const auditedProjects = project === null ? [] : [project]
  const id = await startBatch(work, { ...checking, action: { kind: 'check' }, auditedProjects }, selection)
  const { total } = await countOutcomes(tx, id)
  work.record({ id, details: { slides: total, ...(project !== null && { project_id: project }) } })
  return viewJob(await findJob(tx, id))
}
