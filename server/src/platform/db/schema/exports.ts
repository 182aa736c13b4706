import type { RegionRequest } from '@cresyl/contract/exports'
import { bigint, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Regions that are too large to be made while someone waits. */
export const exports = pgTable('exports', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  imageId: uuid('image_id').notNull(),
  jobId: uuid('job_id'),
  request: jsonb('request').$type<RegionRequest>().notNull(),
  fileName: text('file_name').notNull(),
  /** Pixels of what is made. */
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  /** Of what was made; null until it is. */
  path: text('path'),
  size: bigint('size', { mode: 'number' }),
  madeAt: instant('made_at'),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})
