import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const annotationComments = pgTable('annotation_comments', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  annotationId: uuid('annotation_id').notNull(),
  text: text('text').notNull(),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
})
