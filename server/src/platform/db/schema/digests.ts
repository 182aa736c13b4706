import { pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Up to when a person has had a letter about what they haven't read. */
export const digests = pgTable(
  'digests',
  {
    organizationId: uuid('organization_id').notNull(),
    userId: uuid('user_id').notNull(),
    upto: instant('upto').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId] })],
)
