import type { Branding } from '@cresyl/contract/organizations'
import { bigint, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const organizations = pgTable('organizations', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  displayName: text('display_name').notNull(),
  /** Folded for sorting and search. */
  displayNameKey: text('display_name_key').notNull().default(''),
  branding: jsonb('branding').$type<Branding>().notNull(),
  /** What another identity provider calls it in its tokens. */
  externalId: text('external_id'),
  /** Null: no limit. */
  quotaBytes: bigint('quota_bytes', { mode: 'number' }),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  disabledAt: instant('disabled_at'),
  version: integer('version').notNull().default(1),
})
