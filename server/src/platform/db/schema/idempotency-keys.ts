import { json, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    organizationId: uuid('organization_id').notNull(),
    userId: uuid('user_id').notNull(),
    key: text('key').notNull(),
    /** Over method, path and body. */
    requestHash: bytea('request_hash').notNull(),
    /** As json rather than jsonb: a repetition gets the same bytes. */
    reply: json('reply').$type<unknown>(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId, table.key] })],
)
