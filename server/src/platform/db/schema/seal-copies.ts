import { bigint, pgTable, uuid } from 'drizzle-orm/pg-core'

/** Up to which seal the audit log of an organisation is vouched for in storage too. */
export const sealCopies = pgTable('seal_copies', {
  organizationId: uuid('organization_id').primaryKey(),
  uptoN: bigint('upto_n', { mode: 'number' }).notNull(),
})
