import type { SlideAction } from '@cresyl/contract/slide-batches'
import { boolean, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** What is done to many slides: a change, or a check of their quality. */
export type BatchAction = SlideAction | { kind: 'check' }

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
