import type { InferenceJob, Provenance, RunRegion } from '@cresyl/contract/inference-jobs'
import type { MadeScale } from '@cresyl/contract/made-scale'
import type { ParamValues } from '@cresyl/contract/predictor-params'
import type { QcState } from '@cresyl/contract/slides'
import { boolean, doublePrecision, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

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
