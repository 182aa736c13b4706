import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'

/** `completing`: checked and closed, being put in its place; it can only become `complete`. */
export type UploadState = 'open' | 'completing' | 'complete' | 'aborted'

export const uploads = pgTable('uploads', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  /** Of the object that it will be. */
  path: text('path').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  partSize: bigint('part_size', { mode: 'number' }).notNull(),
  state: text('state').$type<UploadState>().notNull().default('open'),
  /** What the bucket calls it. */
  externalId: text('external_id'),
  hash: bytea('hash'),
  createdAt: instant('created_at').notNull().defaultNow(),
  touchedAt: instant('touched_at').notNull().defaultNow(),
})
