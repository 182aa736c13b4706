import { integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

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
