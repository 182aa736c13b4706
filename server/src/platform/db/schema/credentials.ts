import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Passwords of the embedded provider, as argon2id hashes in PHC form. */
export const credentials = pgTable('credentials', {
  userId: uuid('user_id').primaryKey(),
  passwordHash: text('password_hash').notNull(),
  /** Each try of a stranger, from wherever, moves it on: the further ahead it is, the fewer are left. */
  strangersUntil: instant('strangers_until'),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})
