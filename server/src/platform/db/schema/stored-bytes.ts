import { bigint, pgTable, uuid } from 'drizzle-orm/pg-core'

/** Changes of what an organisation has in storage: their sum is how much that is. */
export const storedBytes = pgTable('stored_bytes', {
  n: bigint('n', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  organizationId: uuid('organization_id').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
})
