import type { QcState } from '@cresyl/contract/slides'
import { bigint, boolean, doublePrecision, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

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
