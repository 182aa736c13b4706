import type { QcState } from '@cresyl/contract/slides'
import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** Changes of the number of slides that aren't deleted: their sum is how many a project has, or no project, in each state of quality control. */
export const slideCounts = pgTable('slide_counts', {
  n: bigint('n', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  qcState: text('qc_state').$type<QcState>().notNull().default('none'),
  slides: bigint('slides', { mode: 'number' }).notNull(),
})
