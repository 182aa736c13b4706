import { ApiError } from '@cresyl/contract/api/errors'
import type { RouteRequest } from '@cresyl/contract/api/route'
import type {
  InferenceJob,
  updateInferenceJob as updateRoute,
} from '@cresyl/contract/predictors/inference-jobs'
import { eq, sql } from 'drizzle-orm'
import { inferenceJobs } from '../../platform/db/schema/index.ts'
import { requireOwnOrganization } from '../access.ts'
import { stopJob } from '../jobs/cancel-job.ts'
import { refuseStale } from '../resource.ts'
import type { AuditedWork } from '../work.ts'
import { lockInferenceJob, outputsOf } from './queries.ts'
import { showInferenceJob } from './read-inference-jobs.ts'
import { viewInferenceJob } from './view.ts'

type Change = RouteRequest<typeof updateRoute>['body']

/** The state it has already changes nothing; `cancelled` ends what waits at once and tells what runs to stop. */
export async function updateInferenceJob(
  work: AuditedWork,
  id: string,
  change: Change,
): Promise<InferenceJob> {
  const { tx, member, now } = work
  requireOwnOrganization(member, change.organization_id)
  const found = await lockInferenceJob(tx, id)
  const { run } = found
  const current = viewInferenceJob(found, (await outputsOf(tx, [id])).get(id) ?? [])
  await refuseStale(change, run, () => current)
  if (change.state === run.state) return current
  if (change.state === 'queued') {
    // It may have begun between the two steps of who created it.
    if (run.state === 'running') return current
    throw new ApiError('not_queueable', { detail: whyNotQueued(run.state) })
  }
  if (run.finishedAt !== null) return current
  if (run.jobId === null) {
    await tx
      .update(inferenceJobs)
      .set({
        state: 'cancelled',
        message: 'It was cancelled before it started.',
        finishedAt: now,
        updatedAt: now,
        version: sql`${inferenceJobs.version} + 1`,
      })
      .where(eq(inferenceJobs.id, id))
  } else {
    await stopJob(work, { id: run.jobId, kind: 'inference', parentId: run.batchId })
  }
  work.record({ id, details: { slide_id: run.slideId, image_id: run.imageId, state: 'cancelled' } })
  return showInferenceJob(tx, id)
}

const whyNotQueued = (state: string) =>
  `This run has ${state === 'succeeded' ? 'succeeded' : state === 'failed' ? 'failed' : 'been cancelled'} already. Retry its job, or start a new run.`
