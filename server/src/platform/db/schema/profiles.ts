import type { NotificationPreferences } from '@cresyl/contract/notifications'
import type { Profile } from '@cresyl/contract/profiles'
import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** What a person chose for themselves; one row a person, made at the first choice. */
export const profiles = pgTable('profiles', {
  userId: uuid('user_id').primaryKey(),
  theme: text('theme').$type<Profile['theme']>().notNull().default('system'),
  locale: text('locale').$type<Profile['locale']>(),
  notifications: jsonb('notifications').$type<NotificationPreferences>().notNull().default({}),
  /** How often a letter about what they haven't read comes. */
  digest: text('digest').$type<Profile['digest']>().notNull().default('off'),
  /** Has seen the welcome, or sent it away. */
  welcomed: boolean('welcomed').notNull().default(false),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})
