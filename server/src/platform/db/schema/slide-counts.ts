import { bigint, pgTable, uuid } from 'drizzle-orm/pg-core'

/** Changes of the number of slides that aren't deleted: their sum is how many a project has, or no project. */
export const slideCounts = pgTable('slide_counts', {
  n: bigint('n', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  slides: bigint('slides', { mode: 'number' }).notNull(),
})
