import { integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

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
