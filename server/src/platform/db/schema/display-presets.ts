import type { PresetDisplay } from '@cresyl/contract/display'
import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const displayPresets = pgTable('display_presets', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id').notNull(),
  name: text('name').notNull(),
  /** The name folded for comparison: unique in its project. */
  nameKey: text('name_key').notNull(),
  display: jsonb('display').$type<PresetDisplay>().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})
