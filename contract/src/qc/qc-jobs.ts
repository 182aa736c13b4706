import { id, idOrNone, person, prose, time, version } from '../api/fields.ts'
import { requestLimits, textLimits } from '../api/limits.ts'
import { listOf, orderingBy, paging } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { job } from '../operations/jobs.ts'
import { analytics, analyticsQuery, commonGroups } from '../reports/analytics.ts'
import { imageSpaceSchema } from '../slides/image-space.ts'
import { madeScale } from '../slides/made-scale.ts'
import { slideSelection } from '../slides/slide-batches.ts'
import { qcStates } from '../slides/slides.ts'
import { modalities, qcMeasureKeys } from './qc-measures.ts'
import { qcVerdicts } from './qc-verdict.ts'

/** A job is always in one of these: `none` is a slide without any. */
export const qcJobStates = qcStates.filter((state) => state !== 'none')

export const qcLimits = z.strictObject({
  warn: z.number().nullable(),
  fail: z.number().nullable(),
  tileWarn: z.number().optional(),
  tileFail: z.number().optional(),
})

/** Where most of it lies; null where it is everywhere alike, or nowhere. */
export const qcPlaces = [
  'upper left',
  'top',
  'upper right',
  'left',
  'middle',
  'right',
  'lower left',
  'bottom',
  'lower right',
] as const
export type QcPlace = (typeof qcPlaces)[number]

/** A heat map or mask over the image. Its pixels are 8 bits: 0 is nothing, see `fromHeat`; of a mask 255 is there. */
export const qcOverlay = z.object({
  image_id: id,
  key: z.enum(qcMeasureKeys),
  channel: z.int().nullable(),
  kind: z.enum(['heatmap', 'mask']),
  /** Where it lies; comparable with the space of the image it was made from. */
  space: imageSpaceSchema,
})
export type QcOverlay = z.infer<typeof qcOverlay>

export const judgedMeasure = z.object({
  key: z.enum(qcMeasureKeys),
  channel: z.int().nullable(),
  channel_name: z.string().nullable(),
  value: z.number().nullable(),
  /** What was found and what to do, or why it could not be measured. */
  sentence: z.string(),
  verdict: z.enum(qcVerdicts).nullable(),
  /** Those it was judged by. */
  limits: qcLimits,
  where: z.enum(qcPlaces).nullable(),
  /** How many tiles of tissue have each heat from 0 to 255. */
  tile_counts: z.array(z.int()).nullable(),
})
export type JudgedMeasure = z.infer<typeof judgedMeasure>

/** A place worth looking at, in pixels of full resolution. */
export const qcRegion = z.object({
  key: z.enum(qcMeasureKeys),
  channel: z.int().nullable(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  /** How bad, from 0 to 1: the worst first. */
  severity: z.number(),
})
export type QcRegion = z.infer<typeof qcRegion>

export const qcJob = z.object({
  id,
  slide_qc_job_id: id,
  input_image_id: id,
  slide_id: id,
  slide_name: z.string(),
  /** Of the job that runs it: progress and log are there. Null once that is not kept any more. */
  job_id: id.nullable(),
  state: z.enum(qcJobStates),
  /** The verdict in a sentence, or what went wrong and what to do. */
  message: z.string(),
  progress: z.number().min(0).max(1).nullable(),
  overridden: z.boolean(),
  override_reason: z.string().nullable(),
  overridden_by: person.nullable(),
  overridden_at: time.nullable(),
  /** Which edition of the measures it was. */
  algorithm_version: z.int().nullable(),
  modality: z.enum(modalities).nullable(),
  /** Null where the image has the pixel size that it was checked by, or nothing was found yet. */
  made_scale: madeScale.nullable(),
  created_by: person.nullable(),
  created_at: time,
  finished_at: time.nullable(),
  version,
})
export type QcJob = z.infer<typeof qcJob>

export const qcJobWithMeasures = qcJob.extend({
  /** What had to be assumed, such as the size of a pixel, in sentences. */
  assumptions: z.array(z.string()),
  /** µm² of tissue; null where the size of a pixel is unknown. */
  tissue_area: z.number().nullable(),
  measures: z.array(judgedMeasure),
  overlays: z.array(qcOverlay),
  regions: z.array(qcRegion),
})
export type QcJobWithMeasures = z.infer<typeof qcJobWithMeasures>

const params = z.strictObject({ id })

/** Repeated, or joined by commas. */
export const imageIds = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => [given].flat().flatMap((each) => each.split(',')))
  .pipe(z.array(id).max(1000))

export const listQcJobs = route({
  method: 'GET',
  path: 'qc-jobs',
  summary: 'Quality checks, newest first',
  access: 'read:qc_jobs',
  query: z.strictObject({
    ...paging,
    ordering: orderingBy(['created_at', 'finished_at'], '-created_at'),
    input_image_id: imageIds.optional(),
    slide_id: z.array(id).optional(),
    project_id: z.array(idOrNone).optional(),
    tissue_id: z.array(idOrNone).optional(),
    stainer_id: z.array(idOrNone).optional(),
    created_by: z.array(idOrNone).optional(),
    state: z.array(z.enum(qcJobStates)).optional(),
    overridden: z.boolean().optional(),
    overridden_by: z.array(idOrNone).optional(),
    /** In which any of these warned or failed. */
    failing_measure: z.array(z.enum(qcMeasureKeys)).optional(),
    /** Only those that came to the first verdict on their slide, or only the others. */
    first: z.boolean().optional(),
    created_after: time.optional(),
    created_before: time.optional(),
    finished_after: time.optional(),
    finished_before: time.optional(),
    overridden_after: time.optional(),
    overridden_before: time.optional(),
  }),
  response: listOf(qcJob),
  status: 200,
})

export const readQcJob = route({
  method: 'GET',
  path: 'qc-jobs/{id}',
  summary: 'A quality check with everything it measured',
  access: 'read:qc_jobs',
  params,
  response: qcJobWithMeasures,
  status: 200,
})

export const createQcJob = route({
  method: 'POST',
  path: 'qc-jobs',
  summary: 'Check the quality of an image',
  access: 'create:qc_jobs',
  body: z.strictObject({ input_image_id: id, organization_id: id.optional() }),
  response: qcJob,
  status: 201,
  errors: ['already_running', 'not_found', 'not_ready', 'archived'],
  audit: 'qc_job.created',
})

export const updateQcJob = route({
  method: 'PATCH',
  path: 'qc-jobs/{id}',
  summary: 'Override a check that failed, or undo the override',
  access: 'update:qc_jobs',
  params,
  body: z.strictObject({
    overridden: z.boolean(),
    reason: prose(textLimits.reason).optional(),
    organization_id: id.optional(),
    version: version.optional(),
  }),
  response: qcJob,
  status: 200,
  errors: ['stale_version', 'not_overridable'],
  audit: 'qc_job.overridden',
})

const position = z.array(z.number()).min(2).max(2)

/** Outlines in pixels of full resolution, holes after the ring around them. */
export const qcOutlines = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({
      type: z.literal('Feature'),
      geometry: z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(position)) }),
      properties: z.object({ key: z.enum(qcMeasureKeys), area_px: z.number() }),
    }),
  ),
})
export type QcOutlines = z.infer<typeof qcOutlines>

export const readQcOutlines = route({
  method: 'GET',
  path: 'qc-jobs/{id}/outlines',
  summary: 'A mask as GeoJSON; without features where there is none of this measure',
  access: 'read:qc_jobs',
  params,
  query: z.strictObject({ key: z.enum(qcMeasureKeys) }),
  response: qcOutlines,
  status: 200,
})

export const createQcBatch = route({
  method: 'POST',
  path: 'qc-jobs/batches',
  summary: 'Check the quality of many slides',
  access: 'create:qc_jobs',
  body: z.strictObject({ selection: slideSelection, organization_id: id.optional() }),
  response: job,
  status: 201,
  errors: ['too_many'],
  audit: 'qc_jobs.batch_started',
  idempotent: true,
  bodyLimit: requestLimits.listBody,
})

export const qcResults = route({
  method: 'GET',
  path: 'qc-jobs/analytics/results',
  summary: 'Results of quality checks over time',
  access: 'read:files',
  query: z.strictObject({
    ...analyticsQuery,
    /** By when they ended, or were overridden; a turnaround is from the upload to the first verdict on a slide. */
    measure: z.enum(['count', 'overrides', 'turnaround_median', 'turnaround_p90']).default('count'),
    /** `measure`: a check is in the series of each measure that warned or failed. */
    group_by: z.enum(['verdict', 'measure', ...commonGroups]).default('verdict'),
    state: z.array(z.enum(qcVerdicts)).optional(),
  }),
  response: analytics,
  status: 200,
})

export const qcStatesOverTime = route({
  method: 'GET',
  path: 'qc-jobs/analytics/states',
  summary: 'Quality checks by current state and date of request',
  access: 'read:files',
  query: z.strictObject({
    ...analyticsQuery,
    measure: z.enum(['count']).default('count'),
    group_by: z.enum(['state', ...commonGroups]).default('state'),
    state: z.array(z.enum(qcJobStates)).optional(),
  }),
  response: analytics,
  status: 200,
})
