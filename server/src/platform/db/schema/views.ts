import { boolean, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** When a person last looked at a slide, or at its label or macro: looking again soon after is not another audit row. */
export const views = pgTable(
  'views',
  {
    organizationId: uuid('organization_id').notNull(),
    userId: uuid('user_id').notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** Label or macro, which may name the patient. */
    identifying: boolean('identifying').notNull().default(false),
    viewedAt: instant('viewed_at').notNull(),
    /** Also where that is no new audit row. */
    openedAt: instant('opened_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId, table.subjectId, table.identifying] }),
  ],
)
