import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const organizationSettings = pgTable('organization_settings', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  timeZone: text('time_zone').notNull().default('UTC'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})
