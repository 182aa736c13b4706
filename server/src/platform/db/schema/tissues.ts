import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const tissues = pgTable('tissues', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  organ: text('organ').notNull(),
  species: text('species').notNull(),
  /** Organ and species folded for comparison; unique, merged ones included. */
  nameKey: text('name_key').notNull(),
  /** A merged one stays as an earlier name of the other. */
  mergedInto: uuid('merged_into'),
  /** Deleted while slides had it: they keep it, and nobody else is offered it. */
  deletedAt: instant('deleted_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})
