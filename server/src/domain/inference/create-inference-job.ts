import { ApiError } from '@cresyl/contract/api/errors'
import type { RouteRequest } from '@cresyl/contract/api/route'
import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import type {
  createInferenceJob as createRoute,
  InferenceJob,
} from '@cresyl/contract/predictors/inference-jobs'
import { requireOwnOrganization } from '../access.ts'
import { placesOf } from '../audit/record.ts'
import { ensurePredictors } from '../predictors/ensure-predictors.ts'
import { findPredictor } from '../predictors/queries.ts'
import { refuseArchivedSlide } from '../projects/refuse-archived.ts'
import type { AuditedWork } from '../work.ts'
import { planRun } from './plan-run.ts'
import { gateFor, queueRun } from './queue-run.ts'
import { showInferenceJob } from './read-inference-jobs.ts'
import { lockRunnable } from './runnable-image.ts'

type Request = RouteRequest<typeof createRoute>['body']

export async function createInferenceJob(work: AuditedWork, request: Request): Promise<InferenceJob> {
  const { tx, member, now, trace } = work
  requireOwnOrganization(member, request.organization_id)
  await ensurePredictors(tx, member.organizationId)
  const predictor = await findPredictor(tx, request.predictor_id)
  const { image, slide, fit } = await lockRunnable(work, request.input_image_id)
  await refuseArchivedSlide(tx, slide.projectId)
  const planned = planRun(predictor, fit, request)
  const gate = gateFor(predictor.current.manifest, image.id, slide)
  if (gate === 'blocked') throw new ApiError('qc_blocks')
  const { organizationId, userId } = member
  const run = {
    organizationId,
    slideId: slide.id,
    imageId: image.id,
    predictorId: predictor.predictor.id,
    predictorVersionId: predictor.current.id,
    ...planned,
  }
  const id = await queueRun(tx, run, gate, {
    priority: jobDefinitions.inference.priority,
    createdBy: userId,
    startedBy: userId,
    trace,
    now,
  })
  const { manifest } = predictor.current
  work.record({
    id,
    details: {
      image_id: image.id,
      slide_id: slide.id,
      predictor: manifest.id,
      predictor_version: manifest.version,
      ...placesOf(slide),
    },
  })
  return showInferenceJob(tx, id)
}
