import type { ParamValues } from '@cresyl/contract/predictor-params'
import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** The predictors that an organisation has, and what it decided about them. */
export const predictors = pgTable('predictors', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  key: text('key').notNull(),
  enabled: boolean('enabled').notNull().default(true),
  enabledBy: uuid('enabled_by'),
  enabledAt: instant('enabled_at'),
  automatic: boolean('automatic').notNull().default(false),
  preferredParams: jsonb('preferred_params').$type<ParamValues>().notNull().default({}),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})
