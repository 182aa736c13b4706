import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export type LogLevel = 'info' | 'warn' | 'error'

/** What a job says about its work, for the people who wait for it. */
export const jobLogLines = pgTable('job_log_lines', {
  n: bigint('n', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  organizationId: uuid('organization_id'),
  jobId: uuid('job_id').notNull(),
  attempt: integer('attempt').notNull(),
  level: text('level').$type<LogLevel>().notNull(),
  text: text('text').notNull(),
  at: instant('at').notNull(),
})
