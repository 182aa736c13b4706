import { id, idOrNone, person, time, version } from '../api/fields.ts'
import { requestLimits } from '../api/limits.ts'
import { listOf, orderingBy, paging } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { job, jobStates } from '../operations/jobs.ts'
import { imageIds } from '../qc/qc-jobs.ts'
import { analytics, analyticsQuery, commonGroups } from '../reports/analytics.ts'
import { imageSpaceSchema } from '../slides/image-space.ts'
import { madeScale } from '../slides/made-scale.ts'
import { slideSelection } from '../slides/slide-batches.ts'
import { qcStates } from '../slides/slides.ts'
import { predictorManifest } from './predictor-manifest.ts'
import { paramValues } from './predictors.ts'

const pixel = z
  .number()
  .min(0)
  .max(2 ** 31)

/** A part of the image, in pixels of full resolution; what lies outside is left out. */
export const runRegion = z.strictObject({ x: pixel, y: pixel, width: pixel.gt(0), height: pixel.gt(0) })
export type RunRegion = z.infer<typeof runRegion>

/** What came of one output of the manifest. */
export const inferenceOutput = z.object({
  key: z.string(),
  kind: z.enum(['image', 'mask', 'heatmap', 'detections', 'score']),
  label: z.string(),
  /** Of an image, a mask or a heat map; it can be opened like any other. */
  image_id: id.nullable(),
  /** Where it lies; comparable with the space of the image it was made from. Of detections too. */
  space: imageSpaceSchema.nullable(),
  /** Of detections: how many there are of each class, in the manifest's order. */
  counts: z.array(z.int()).nullable(),
  /** Of a score; null where there was nothing to tell it from. */
  value: z.number().nullable(),
})
export type InferenceOutput = z.infer<typeof inferenceOutput>

export const inferenceJob = z.object({
  id,
  organization_id: id,
  input_image_id: id,
  slide_id: id,
  slide_name: z.string(),
  predictor_id: id,
  /** As it was when this was asked for. */
  predictor: z.object({ key: z.string(), name: z.string(), version: z.string(), digest: z.string() }),
  /** Of the job that runs it: its log is there. Null while it waits for quality control, and once that is not kept any more. */
  job_id: id.nullable(),
  state: z.enum(jobStates),
  /** Quality control is not done yet; it goes on by itself. */
  waits_for_qc: z.boolean(),
  stage: z.string().nullable(),
  progress: z.number().min(0).max(1).nullable(),
  finishes_at: time.nullable(),
  /** What came of it, or what went wrong and what to do. */
  message: z.string(),
  region: runRegion.nullable(),
  params: paramValues,
  /** Which channel was taken for each that the predictor needs. */
  channels: z.record(z.string(), z.int()),
  /** µm of a pixel, where the file doesn't say and a person did. */
  mpp: z.number().nullable(),
  /** Null where its input has the pixel size that it was made by, or nothing was made yet. */
  made_scale: madeScale.nullable(),
  /** Of its input when it began to compute; of one that waits, as it is now. */
  qc_state: z.enum(qcStates),
  qc_overridden: z.boolean(),
  qc_overridden_by: person.nullable(),
  outputs: z.array(inferenceOutput),
  created_by: person.nullable(),
  created_at: time,
  started_at: time.nullable(),
  finished_at: time.nullable(),
  version,
})
export type InferenceJob = z.infer<typeof inferenceJob>

/** Everything by which a result can be told, and made again. */
export const provenance = z.object({
  file_id: id,
  /** As the file's record has it; null where it lies elsewhere and was never hashed. */
  file_hash: z.string().nullable(),
  /** Version of Cresyl, and name of the machine that put it together. */
  program: z.string(),
  machine: z.string().nullable(),
  /** What the predictor learned of the slide before it computed. */
  learned: z.record(z.string(), z.union([z.number(), z.array(z.number())])),
  /** µm of a pixel that was computed. */
  mpp: z.number(),
  /** Tiles that were computed, and those without tissue that were not. */
  tiles_computed: z.int(),
  tiles_skipped: z.int(),
  override_reason: z.string().nullable(),
})
export type Provenance = z.infer<typeof provenance>

export const inferenceJobWithProvenance = inferenceJob.extend({
  manifest: predictorManifest,
  /** How many jobs are run before it; null once it has begun. */
  queue_place: z.int().nullable(),
  /** Null until it has succeeded. */
  provenance: provenance.nullable(),
})
export type InferenceJobWithProvenance = z.infer<typeof inferenceJobWithProvenance>

const params = z.strictObject({ id })

const howToRun = {
  predictor_id: id,
  params: paramValues.optional(),
  /** Where names don't tell. */
  channels: z.record(z.string().max(40), z.int().min(0).max(10_000)).optional(),
  mpp: z.number().gt(0).max(200).optional(),
  organization_id: id.optional(),
}

export const listInferenceJobs = route({
  method: 'GET',
  path: 'inference-jobs',
  summary: 'Runs of predictors, newest first',
  access: 'read:inference_jobs',
  query: z.strictObject({
    ...paging,
    ordering: orderingBy(['created_at', 'finished_at'], '-created_at'),
    input_image_id: imageIds.optional(),
    slide_id: z.array(id).optional(),
    predictor_id: z.array(id).optional(),
    project_id: z.array(idOrNone).optional(),
    tissue_id: z.array(idOrNone).optional(),
    stainer_id: z.array(idOrNone).optional(),
    created_by: z.array(idOrNone).optional(),
    state: z.array(z.enum(jobStates)).optional(),
    /** Only those that came to the first result of their predictor on their slide, or only the others. */
    first: z.boolean().optional(),
    created_after: time.optional(),
    created_before: time.optional(),
    finished_after: time.optional(),
    finished_before: time.optional(),
  }),
  response: listOf(inferenceJob),
  status: 200,
})

export const readInferenceJob = route({
  method: 'GET',
  path: 'inference-jobs/{id}',
  summary: 'A run of a predictor with everything needed to run it again',
  access: 'read:inference_jobs',
  params,
  response: inferenceJobWithProvenance,
  status: 200,
})

/** How long a run would take and what goes before it, as far as that can be told. */
export const runEstimate = z.object({
  /** Of computing, once it has begun; null where nothing tells. */
  seconds: z.number().nullable(),
  /** How many earlier runs of the same predictor it is reckoned from. */
  runs: z.int(),
  /** Jobs that wait and would be run before it. */
  queue_place: z.int(),
})
export type RunEstimate = z.infer<typeof runEstimate>

export const estimateRun = route({
  method: 'GET',
  path: 'inference-jobs/estimate',
  summary: 'How long a run of a predictor on an image would take, and what has to happen first',
  access: 'read:inference_jobs',
  query: z.strictObject({
    predictor_id: id,
    input_image_id: id,
    /** Pixels of full resolution that it is run on; all of the image when left out. */
    pixels: z.number().gt(0).optional(),
    /** µm of a pixel, where the file doesn't say. */
    mpp: z.number().gt(0).max(200).optional(),
  }),
  response: runEstimate,
  status: 200,
  errors: ['not_found'],
})

/** What clients may ask for; the rest happens. */
const askedStates = z.enum(['queued', 'cancelled'])

export const createInferenceJob = route({
  method: 'POST',
  path: 'inference-jobs',
  summary: 'Run a predictor on an image, or on a part of it',
  access: 'create:inference_jobs',
  body: z.strictObject({
    input_image_id: id,
    ...howToRun,
    region: runRegion.optional(),
    state: z.enum(['queued']).default('queued'),
  }),
  response: inferenceJob,
  status: 201,
  errors: ['not_found', 'not_ready', 'archived', 'disabled', 'does_not_fit', 'qc_blocks'],
  audit: 'inference_job.created',
  idempotent: true,
})

export const updateInferenceJob = route({
  method: 'PATCH',
  path: 'inference-jobs/{id}',
  summary: 'Confirm that a run is queued, which changes nothing, or cancel it',
  access: 'update:inference_jobs',
  params,
  body: z.strictObject({
    state: askedStates,
    organization_id: id.optional(),
    version: version.optional(),
  }),
  response: inferenceJob,
  status: 200,
  errors: ['stale_version', 'not_queueable'],
  audit: 'inference_job.updated',
  whenFull: true,
})

export const createInferenceBatch = route({
  method: 'POST',
  path: 'inference-jobs/batches',
  summary: 'Run a predictor on many slides; slides it does not fit are skipped and listed',
  access: 'create:inference_jobs',
  body: z.strictObject({ selection: slideSelection, ...howToRun }),
  response: job,
  status: 201,
  errors: ['disabled', 'too_many'],
  audit: 'inference_jobs.batch_started',
  idempotent: true,
  bodyLimit: requestLimits.listBody,
})

export const inferenceOverTime = route({
  method: 'GET',
  path: 'inference-jobs/analytics',
  summary: 'Runs of predictors over time',
  access: 'read:files',
  query: z.strictObject({
    ...analyticsQuery,
    /**
     * Runs by when they were asked for; all else by when they ended. Of those that succeeded how long they took; of those
     * that succeeded or failed which share did; from the upload to the first result of a predictor on a slide.
     */
    measure: z
      .enum([
        'count',
        'duration_median',
        'duration_p90',
        'success_rate',
        'turnaround_median',
        'turnaround_p90',
      ])
      .default('count'),
    group_by: z.enum(['state', 'predictor', ...commonGroups]).default('state'),
    predictor_id: z.array(id).optional(),
    state: z.array(z.enum(jobStates)).optional(),
  }),
  response: analytics,
  status: 200,
})

export const inferenceDownloads = route({
  method: 'GET',
  path: 'inference-jobs/analytics/downloads',
  summary: 'Downloads of outputs over time',
  access: 'read:files',
  query: z.strictObject({
    ...analyticsQuery,
    measure: z.enum(['count', 'bytes']).default('count'),
    group_by: z.enum(['predictor', ...commonGroups, 'kind']).default('predictor'),
    predictor_id: z.array(id).optional(),
  }),
  response: analytics,
  status: 200,
})
