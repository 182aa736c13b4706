import { pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Until when a person has seen what needed attention in an organisation. */
export const attentionSeen = pgTable(
  'attention_seen',
  {
    organizationId: uuid('organization_id').notNull(),
    userId: uuid('user_id').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId] })],
)
