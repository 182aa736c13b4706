import type { FileOrigin, FileState, ReadingState } from '@cresyl/contract/files/files'
import type { ParamValues } from '@cresyl/contract/predictors/predictor-params'
import type { SlideAction } from '@cresyl/contract/slides/slide-batches'
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
import { bytea, instant } from './columns.ts'

/** A file that someone sends or that lies in a watched folder; what it shows is a slide. */
export const files = pgTable('files', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  name: text('name').notNull(),
  /** The name folded for search and order. */
  searchKey: text('search_key').notNull(),
  /** The extension, in lower case. */
  mediaType: text('media_type').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  state: text('state').$type<FileState>().notNull().default('created'),
  stateMessage: text('state_message').notNull().default(''),
  origin: text('origin').$type<FileOrigin>().notNull().default('upload'),
  /** In storage; of one that was imported, on this machine. */
  path: text('path').notNull(),
  /** Of an imported file, to tell whether it has changed under us. */
  modifiedAt: instant('modified_at'),
  /** SHA-256 over the ordered SHA-256 of its parts; null until known. */
  hash: bytea('hash'),
  /** Of the whole file; null until it was read to its end. */
  sha256: bytea('sha256'),
  /** What opening it reads, as an object of its own: so that one far away is opened by one request. */
  headerPath: text('header_path'),
  /** The copy without label and macro, once somebody needed it, and the job that makes it. */
  copyPath: text('copy_path'),
  copySize: bigint('copy_size', { mode: 'number' }),
  copyJobId: uuid('copy_job_id'),
  /** Why there can be none, once that was found out. */
  copyRefusal: text('copy_refusal'),
  /** Who waits for it. */
  copyAskers: uuid('copy_askers').array().notNull().default([]),
  /** The newest attempt to send it. */
  uploadId: uuid('upload_id'),
  readingState: text('reading_state').$type<ReadingState>().notNull().default('none'),
  readingMessage: text('reading_message').notNull().default(''),
  /** The newest job that reads it. */
  jobId: uuid('job_id'),
  /** What the slide gets when the file has been read. */
  projectId: uuid('project_id'),
  tissueId: uuid('tissue_id'),
  stainerId: uuid('stainer_id'),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})

/** What a file shows: one slide a file. */
export const slides = pgTable('slides', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  fileId: uuid('file_id').notNull(),
  name: text('name').notNull(),
  searchKey: text('search_key').notNull(),
  projectId: uuid('project_id'),
  tissueId: uuid('tissue_id'),
  stainerId: uuid('stainer_id'),
  /** µm a pixel as a person says; null: as the file does. */
  mpp: doublePrecision('mpp'),
  /** What opens first; both are images of this slide. */
  imageId: uuid('image_id').notNull(),
  sourceImageId: uuid('source_image_id').notNull(),
  /** Of its file, in bytes: the database keeps both alike. */
  size: bigint('size', { mode: 'number' }).notNull().default(0),
  qcState: text('qc_state').$type<QcState>().notNull().default('none'),
  qcOverridden: boolean('qc_overridden').notNull().default(false),
  /** The newest check of the source image, which both are of: kept by the database. */
  qcJobId: uuid('qc_job_id'),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  deletedAt: instant('deleted_at'),
  version: integer('version').notNull().default(1),
})

/** Changes of the number of slides that aren't deleted: their sum is how many a project has, or no project, in each state of quality control. */
export const slideCounts = pgTable('slide_counts', {
  n: bigint('n', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  qcState: text('qc_state').$type<QcState>().notNull().default('none'),
  slides: bigint('slides', { mode: 'number' }).notNull(),
})

/** When slides came into a project, left it or were renamed. */
export const projectChanges = pgTable('project_changes', {
  n: bigint('n', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id').notNull(),
  changedAt: instant('changed_at').notNull().defaultNow(),
})

/** A predictor that is run on many slides, and how. */
export interface PredictAction {
  kind: 'predict'
  predictor_id: string
  params: ParamValues
  channels?: Readonly<Record<string, number>>
  mpp?: number
}

/** What is done to many slides: a change, a check of their quality, a run of a predictor. */
export type BatchAction = SlideAction | { kind: 'check' } | PredictAction

/** Something done to many slides; it has the id of the job that stands for it. */
export const slideBatches = pgTable('slide_batches', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  action: jsonb('action').$type<BatchAction>().notNull(),
  /** The batch that it takes back. */
  undoes: uuid('undoes'),
  undoneBy: uuid('undone_by'),
  createdBy: uuid('created_by'),
  /** Requested by a superadmin who visits the organisation. */
  acting: boolean('acting').notNull().default(false),
  /** The projects that its own audit row names. */
  auditedProjects: uuid('audited_projects').array().notNull().default([]),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** What a slide was before, as far as a batch changed it. */
export interface SlideBefore {
  name?: string
  projectId?: string | null
  tissueId?: string | null
  stainerId?: string | null
}

export interface ChangedSlide {
  slide_id: string
  /** That the change wrote: another one says that somebody changed it since. */
  version: number
  before: SlideBefore
}

export interface SkippedSlide {
  slide_id: string
  reason: string
}

/** As many slides of a batch as are changed in one transaction. */
export const slideBatchChunks = pgTable(
  'slide_batch_chunks',
  {
    organizationId: uuid('organization_id').notNull(),
    batchId: uuid('batch_id').notNull(),
    chunk: integer('chunk').notNull(),
    /** Of the first slide among all that the batch is about, from 1. */
    firstN: integer('first_n').notNull(),
    slideIds: uuid('slide_ids').array().notNull(),
    /** Null until they were changed. */
    doneAt: instant('done_at'),
    changed: jsonb('changed').$type<ChangedSlide[]>().notNull().default([]),
    skipped: jsonb('skipped').$type<SkippedSlide[]>().notNull().default([]),
    unchanged: integer('unchanged').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.batchId, table.chunk] })],
)

/** Which organisation was given demonstration content. */
export const demos = pgTable('demos', {
  organizationId: uuid('organization_id').primaryKey(),
  /** How many slides it is to have. */
  total: integer('total').notNull(),
  /** The newest job that makes or removes it. */
  jobId: uuid('job_id'),
  removedAt: instant('removed_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export type DemoPartKind = 'project' | 'tissue' | 'stainer' | 'file' | 'act'

/** What belongs to the demonstration content of an organisation, each under the name it has in the list of content. */
export const demoParts = pgTable(
  'demo_parts',
  {
    organizationId: uuid('organization_id').notNull(),
    kind: text('kind').$type<DemoPartKind>().notNull(),
    key: text('key').notNull(),
    subjectId: uuid('subject_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.kind, table.key] })],
)
