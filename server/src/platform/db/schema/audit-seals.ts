import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant, xid8 } from './columns.ts'

/** Seal n covers the audit rows of its organisation from the previous seal's `uptoXid` up to, not including, its own. */
export const auditSeals = pgTable(
  'audit_seals',
  {
    organizationId: uuid('organization_id').notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
    uptoXid: xid8('upto_xid').notNull(),
    rows: integer('rows').notNull(),
    hash: bytea('hash').notNull(),
    signature: bytea('signature').notNull(),
    keyId: text('key_id').notNull(),
    sealedAt: instant('sealed_at').notNull(),
    /** Rows of this seal and of all before it. Not part of what is signed. */
    total: bigint('total', { mode: 'number' }),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.n] })],
)
