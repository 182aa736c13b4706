import type { MadeScale } from '@cresyl/contract/made-scale'
import type { QcJob, QcRegion } from '@cresyl/contract/qc-jobs'
import type { Modality, QcMeasureKey } from '@cresyl/contract/qc-measures'
import { boolean, doublePrecision, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** A check of the quality of an image. What slides say of it, the database keeps in step. */
export const qcJobs = pgTable('qc_jobs', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  slideId: uuid('slide_id').notNull(),
  imageId: uuid('image_id').notNull(),
  jobId: uuid('job_id'),
  state: text('state').$type<QcJob['state']>().notNull().default('queued'),
  message: text('message').notNull().default(''),
  /** Null until something was measured, as is the modality. */
  algorithmVersion: integer('algorithm_version'),
  modality: text('modality').$type<Modality>(),
  assumptions: jsonb('assumptions').$type<string[]>().notNull().default([]),
  /** Of the image when it was checked, where that is another now. */
  madeScale: jsonb('made_scale').$type<MadeScale>(),
  /** µm² */
  tissueArea: doublePrecision('tissue_area'),
  regions: jsonb('regions').$type<QcRegion[]>().notNull().default([]),
  /** Where the masks lie in storage as GeoJSON. */
  outlines: jsonb('outlines').$type<Partial<Record<QcMeasureKey, string>>>().notNull().default({}),
  overridden: boolean('overridden').notNull().default(false),
  overrideReason: text('override_reason'),
  overriddenBy: uuid('overridden_by'),
  overriddenAt: instant('overridden_at'),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  finishedAt: instant('finished_at'),
  /** Seconds since the upload, of the first verdict on a slide; the database sets it. */
  turnaround: doublePrecision('turnaround'),
  version: integer('version').notNull().default(1),
})
