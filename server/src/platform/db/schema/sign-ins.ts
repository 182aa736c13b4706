import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Where people are signed in at the embedded provider; the id is that of the provider's session (`sid` in tokens). */
export const signIns = pgTable('sign_ins', {
  id: text('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  userAgent: text('user_agent').notNull().default(''),
  startedAt: instant('started_at').notNull(),
  lastSeenAt: instant('last_seen_at').notNull(),
  endedAt: instant('ended_at'),
})
