import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Where a person's password was typed: each place has a count of its own. A known device is one of them. */
export const passwordPlaces = pgTable(
  'password_places',
  {
    userId: uuid('user_id').notNull(),
    place: text('place').notNull(),
    failedAttempts: integer('failed_attempts').notNull().default(0),
    lockedUntil: instant('locked_until'),
    usedAt: instant('used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.place] })],
)
