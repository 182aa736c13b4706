import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'

/** Pictures of people and logos; the id is random and is all that is needed to see one. */
export const pictures = pgTable('pictures', {
  id: text('id').primaryKey(),
  mediaType: text('media_type').notNull(),
  bytes: bytea('bytes').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})
