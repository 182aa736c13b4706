import type { NotificationKind } from '@cresyl/contract/people/notifications'
import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const notifications = pgTable('notifications', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  userId: uuid('user_id').notNull(),
  kind: text('kind').$type<NotificationKind>().notNull(),
  text: text('text').notNull(),
  /** A path of the app. */
  link: text('link'),
  createdAt: instant('created_at').notNull().defaultNow(),
  readAt: instant('read_at'),
})

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

/** Up to when a person has had a letter about what they haven't read. */
export const digests = pgTable(
  'digests',
  {
    organizationId: uuid('organization_id').notNull(),
    userId: uuid('user_id').notNull(),
    upto: instant('upto').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId] })],
)

/** Until when a person has seen what needed attention in an organisation. */
export const attentionSeen = pgTable(
  'attention_seen',
  {
    organizationId: uuid('organization_id').notNull(),
    userId: uuid('user_id').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId] })],
)
