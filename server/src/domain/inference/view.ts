import type {
  InferenceJob,
  InferenceJobWithProvenance,
  InferenceOutput,
} from '@cresyl/contract/predictors/inference-jobs'
import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import type { QcState } from '@cresyl/contract/slides/slides'
import type { inferenceJobs, inferenceOutputs, jobs } from '../../platform/db/schema/index.ts'
import type { Person } from '../resource.ts'

export type InferenceJobRow = typeof inferenceJobs.$inferSelect
export type InferenceOutputRow = typeof inferenceOutputs.$inferSelect
/** A run with what other rows say about it. */
export interface InferenceDetails {
  run: InferenceJobRow
  manifest: PredictorManifest
  digest: string
  job: Pick<typeof jobs.$inferSelect, 'stage' | 'progress' | 'finishesAt'> | null
  author: Person | null
  overrider: Person | null
  /** Of its input, as it is now. */
  slide: { qcState: QcState; qcOverridden: boolean; sourceImageId: string; name: string }
}

export function viewInferenceJob(
  details: InferenceDetails,
  outputs: readonly InferenceOutputRow[],
): InferenceJob {
  const { run, manifest, digest, job, author, overrider, slide } = details
  return {
    id: run.id,
    organization_id: run.organizationId,
    input_image_id: run.imageId,
    slide_id: run.slideId,
    slide_name: slide.name,
    predictor_id: run.predictorId,
    predictor: { key: manifest.id, name: manifest.name, version: manifest.version, digest },
    job_id: run.jobId,
    state: run.state,
    waits_for_qc: run.state === 'queued' && run.jobId === null,
    stage: run.state === 'running' ? (job?.stage ?? null) : null,
    progress: run.state === 'running' ? (job?.progress ?? null) : null,
    finishes_at: run.state === 'running' ? (job?.finishesAt?.toISOString() ?? null) : null,
    message: run.message,
    region: run.region,
    params: { ...run.params },
    channels: run.channels,
    mpp: run.mpp,
    made_scale: run.madeScale,
    ...qcOf(details),
    qc_overridden_by: overrider,
    outputs: outputs.map((output) => viewOutput(output, manifest)),
    created_by: author,
    created_at: run.createdAt.toISOString(),
    started_at: run.startedAt?.toISOString() ?? null,
    finished_at: run.finishedAt?.toISOString() ?? null,
    version: run.version,
  }
}

/** Only what was scanned has the quality that its slide tells. */
function qcOf({ run, slide }: InferenceDetails): Pick<InferenceJob, 'qc_state' | 'qc_overridden'> {
  if (run.qcState !== null) return { qc_state: run.qcState, qc_overridden: run.qcOverridden }
  return run.imageId === slide.sourceImageId
    ? { qc_state: slide.qcState, qc_overridden: slide.qcOverridden }
    : { qc_state: 'none', qc_overridden: false }
}

function viewOutput(row: InferenceOutputRow, manifest: PredictorManifest): InferenceOutput {
  const { key, kind, imageId, space, counts, value } = row
  const label = manifest.outputs.find((output) => output.key === key)?.label ?? key
  return { key, kind, label, image_id: imageId, space, counts, value }
}

export function viewWithProvenance(
  details: InferenceDetails,
  outputs: readonly InferenceOutputRow[],
  queuePlace: number | null,
): InferenceJobWithProvenance {
  const { run, manifest } = details
  return {
    ...viewInferenceJob(details, outputs),
    manifest,
    queue_place: queuePlace,
    provenance: run.provenance,
  }
}
