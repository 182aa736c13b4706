import { ApiError } from '@cresyl/contract/api/errors'
import type { RouteRequest } from '@cresyl/contract/api/route'
import type { Job } from '@cresyl/contract/operations/jobs'
import type { createInferenceBatch as createRoute } from '@cresyl/contract/predictors/inference-jobs'
import { checkParams } from '@cresyl/contract/predictors/predictor-params'
import { requireOwnOrganization } from '../access.ts'
import { requireKnownChannels, requireNone } from '../inference/plan-run.ts'
import { findJob } from '../jobs/queries.ts'
import { viewJob } from '../jobs/view.ts'
import { ensurePredictors } from '../predictors/ensure-predictors.ts'
import { findPredictor } from '../predictors/queries.ts'
import type { AuditedWork } from '../work.ts'
import { countOutcomes } from './queries.ts'
import { onlyProjectOf, requireSelectable } from './selection.ts'
import { startBatch } from './start-batch.ts'

type BatchRequest = RouteRequest<typeof createRoute>['body']

/** What stands for the batch, and what queues a part of it. */
const running = { parent: 'inference_batch', child: 'queue_inference' } as const

/** Runs a predictor on many slides. Which ones is settled now; they are queued in parts, as those before them are done. */
export async function createInferenceBatch(work: AuditedWork, request: BatchRequest): Promise<Job> {
  const { tx, member } = work
  const { selection, predictor_id: predictorId, params = {}, channels, mpp } = request
  requireOwnOrganization(member, request.organization_id)
  requireSelectable(member, selection)
  await ensurePredictors(tx, member.organizationId)
  const { predictor, current } = await findPredictor(tx, predictorId)
  if (!predictor.enabled) throw new ApiError('disabled')
  requireNone(
    current.manifest.params,
    checkParams(current.manifest, params, predictor.preferredParams).faults,
  )
  requireKnownChannels(current.manifest.input.channels, channels)
  const project = await onlyProjectOf(tx, selection)
  const auditedProjects = project === null ? [] : [project]
  const action = {
    kind: 'predict' as const,
    predictor_id: predictorId,
    params,
    ...(channels && { channels }),
    ...(mpp !== undefined && { mpp }),
  }
  const id = await startBatch(work, { ...running, action, auditedProjects }, selection)
  const { total } = await countOutcomes(tx, id)
  work.record({
    id,
    details: {
      slides: total,
      predictor: current.manifest.id,
      ...(project !== null && { project_id: project }),
    },
  })
  return viewJob(await findJob(tx, id))
}
