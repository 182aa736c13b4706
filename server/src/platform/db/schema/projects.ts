import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const projects = pgTable('projects', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  name: text('name').notNull(),
  /** The name folded for comparison: unique among what isn't deleted. */
  nameKey: text('name_key').notNull(),
  description: text('description').notNull().default(''),
  /** Name and description folded for search. */
  searchKey: text('search_key').notNull(),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  archivedAt: instant('archived_at'),
  deletedAt: instant('deleted_at'),
  version: integer('version').notNull().default(1),
})
