import { bigint, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** When slides came into a project, left it or were renamed. */
export const projectChanges = pgTable('project_changes', {
  n: bigint('n', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id').notNull(),
  changedAt: instant('changed_at').notNull().defaultNow(),
})
