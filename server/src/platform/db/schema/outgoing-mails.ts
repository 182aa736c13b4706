import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Letters that wait to be sent; a sent one is removed. */
export const outgoingMails = pgTable('outgoing_mails', {
  id: uuid('id').primaryKey(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  body: text('body').notNull(),
  /** A path of the app that the letter leads to. */
  link: text('link'),
  createdAt: instant('created_at').notNull().defaultNow(),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
  lastError: text('last_error'),
  /** Rather lost than sent twice, where its sender dies while it is sent. */
  atMostOnce: boolean('at_most_once').notNull().default(false),
})
