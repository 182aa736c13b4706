import type { RoleKey } from '@cresyl/contract/permissions'
import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const memberships = pgTable(
  'memberships',
  {
    organizationId: uuid('organization_id').notNull(),
    userId: uuid('user_id').notNull(),
    role: text('role').$type<RoleKey>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    disabledAt: instant('disabled_at'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId] })],
)
