import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'

export const passwordResets = pgTable('password_resets', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  /** SHA-256 of what the link holds. */
  tokenHash: bytea('token_hash').notNull(),
  offeredBy: uuid('offered_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
})
