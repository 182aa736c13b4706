import type { ParamValues } from '@cresyl/contract/predictor-params'
import type { SlideAction } from '@cresyl/contract/slide-batches'
import { boolean, integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

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
  /** Asked for by a superadmin who visits the organisation. */
  acting: boolean('acting').notNull().default(false),
  /** The projects that its own audit row names. */
  toldProjects: uuid('told_projects').array().notNull().default([]),
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
