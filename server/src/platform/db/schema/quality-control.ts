import type { QcJob, QcOverlay, QcPlace, QcRegion } from '@cresyl/contract/qc/qc-jobs'
import {
  type Modality,
  measureOf,
  type QcLimits,
  type QcMeasureKey,
  qcMeasureKeys,
} from '@cresyl/contract/qc/qc-measures'
import type { QcVerdict } from '@cresyl/contract/qc/qc-verdict'
import type { MadeScale } from '@cresyl/contract/slides/made-scale'
import {
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

export const qcMeasures = pgTable(
  'qc_measures',
  {
    organizationId: uuid('organization_id').notNull(),
    qcJobId: uuid('qc_job_id').notNull(),
    n: integer('n').notNull(),
    key: text('key').$type<QcMeasureKey>().notNull(),
    channel: integer('channel'),
    /** By the limits. */
    value: doublePrecision('value'),
    /** How many tiles have a heat from 1 up to each, from 0 to 255. */
    tilesUpTo: integer('tiles_up_to').array(),
    place: text('place').$type<QcPlace>(),
    unmeasured: text('unmeasured'),
    verdict: text('verdict').$type<QcVerdict>(),
    limits: jsonb('limits').$type<QcLimits>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.qcJobId, table.n] })],
)

/** Heat maps and masks of a check: images that lie over the one that was checked. */
export const qcOverlays = pgTable(
  'qc_overlays',
  {
    organizationId: uuid('organization_id').notNull(),
    qcJobId: uuid('qc_job_id').notNull(),
    imageId: uuid('image_id').notNull(),
    n: integer('n').notNull(),
    key: text('key').$type<QcOverlay['key']>().notNull(),
    channel: integer('channel'),
    kind: text('kind').$type<QcOverlay['kind']>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.qcJobId, table.n] })],
)

/** Measures whose value is a share of faulty tiles. */
export const tileMeasureKeys = qcMeasureKeys.filter((key) => measureOf(key).tiles !== undefined)

/** Where it is told beyond which limit tiles counted as faulty. */
export const limitColumn = (key: QcMeasureKey) => `${key}_limit` as const

export const figureNames = [...qcMeasureKeys, ...tileMeasureKeys.map(limitColumn)]
export type FigureName = QcMeasureKey | ReturnType<typeof limitColumn>
export type Figures = Partial<Record<FigureName, number | null>>

/** What the verdict of a check comes from: of each measure the worst of its channels. */
export const qcFigures = pgTable(
  'qc_figures',
  {
    organizationId: uuid('organization_id').notNull(),
    qcJobId: uuid('qc_job_id').notNull(),
    ...Object.fromEntries(figureNames.map((name) => [name, doublePrecision(name)])),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.qcJobId] })],
)
