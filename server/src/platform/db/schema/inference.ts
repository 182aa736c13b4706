import type {
  InferenceJob,
  InferenceOutput,
  Provenance,
  RunRegion,
} from '@cresyl/contract/predictors/inference-jobs'
import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import type { ParamValues } from '@cresyl/contract/predictors/predictor-params'
import type { ImageSpace } from '@cresyl/contract/slides/image-space'
import type { MadeScale } from '@cresyl/contract/slides/made-scale'
import type { QcState } from '@cresyl/contract/slides/slides'
import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** The predictors that an organisation has, and what it decided about them. */
export const predictors = pgTable('predictors', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  key: text('key').notNull(),
  enabled: boolean('enabled').notNull().default(true),
  enabledBy: uuid('enabled_by'),
  enabledAt: instant('enabled_at'),
  automatic: boolean('automatic').notNull().default(false),
  preferredParams: jsonb('preferred_params').$type<ParamValues>().notNull().default({}),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})

/** Every version of a predictor that there was: what was run is told by these. */
export const predictorVersions = pgTable('predictor_versions', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  predictorId: uuid('predictor_id').notNull(),
  manifest: jsonb('manifest').$type<PredictorManifest>().notNull(),
  digest: text('digest').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** A run of a predictor on an image. */
export const inferenceJobs = pgTable('inference_jobs', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  slideId: uuid('slide_id').notNull(),
  imageId: uuid('image_id').notNull(),
  predictorId: uuid('predictor_id').notNull(),
  predictorVersionId: uuid('predictor_version_id').notNull(),
  /** None while it waits for quality control. */
  jobId: uuid('job_id'),
  batchId: uuid('batch_id'),
  state: text('state').$type<InferenceJob['state']>().notNull().default('queued'),
  message: text('message').notNull().default(''),
  region: jsonb('region').$type<RunRegion>(),
  params: jsonb('params').$type<ParamValues>().notNull(),
  channels: jsonb('channels').$type<Record<string, number>>().notNull(),
  mpp: doublePrecision('mpp'),
  /** Of its input when it was made, where that is another now. */
  madeScale: jsonb('made_scale').$type<MadeScale>(),
  /** Of its input when it began to compute. */
  qcState: text('qc_state').$type<QcState>(),
  qcOverridden: boolean('qc_overridden').notNull().default(false),
  qcOverriddenBy: uuid('qc_overridden_by'),
  provenance: jsonb('provenance').$type<Provenance>(),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  startedAt: instant('started_at'),
  finishedAt: instant('finished_at'),
  /** Seconds since the upload, of the first result of its predictor on its slide; the database sets it. */
  turnaround: doublePrecision('turnaround'),
  version: integer('version').notNull().default(1),
})

/** What came of a run: images of their own, files of detections, numbers. */
export const inferenceOutputs = pgTable(
  'inference_outputs',
  {
    organizationId: uuid('organization_id').notNull(),
    inferenceJobId: uuid('inference_job_id').notNull(),
    n: integer('n').notNull(),
    key: text('key').notNull(),
    kind: text('kind').$type<InferenceOutput['kind']>().notNull(),
    imageId: uuid('image_id'),
    /** Of a file of detections in storage. */
    path: text('path'),
    size: bigint('size', { mode: 'number' }),
    space: jsonb('space').$type<ImageSpace>(),
    counts: jsonb('counts').$type<number[]>(),
    value: doublePrecision('value'),
  },
  (table) => [primaryKey({ columns: [table.inferenceJobId, table.n] })],
)
