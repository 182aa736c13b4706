import type { NotificationKind } from '@cresyl/contract/notifications'
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
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
