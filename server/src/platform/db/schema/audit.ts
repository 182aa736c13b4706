import type { AuditEvent } from '@cresyl/contract/api/audit'
import { bigint, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant, xid8 } from './columns.ts'

/** Who did what, to what, when. Holds ids, never names. */
export const audits = pgTable('audits', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  xid: xid8('xid').notNull(),
  occurredAt: instant('occurred_at').notNull(),
  event: text('event').$type<AuditEvent>().notNull(),
  userId: uuid('user_id'),
  subjectId: uuid('subject_id'),
  details: jsonb('details').$type<Record<string, unknown>>().notNull(),
  requestId: text('request_id'),
  /** From where: absent for what the platform does by itself. */
  address: text('address'),
  client: text('client'),
  apiTokenId: uuid('api_token_id'),
})

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

/** Up to which seal the audit log of an organisation is vouched for in storage too. */
export const sealCopies = pgTable('seal_copies', {
  organizationId: uuid('organization_id').primaryKey(),
  uptoN: bigint('upto_n', { mode: 'number' }).notNull(),
})

/** What came of comparing an organisation's audit log with its seals. */
export const auditVerifications = pgTable('audit_verifications', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  startedBy: uuid('started_by'),
  startedAt: instant('started_at').notNull(),
  finishedAt: instant('finished_at').notNull(),
  uptoN: bigint('upto_n', { mode: 'number' }),
  rows: bigint('rows', { mode: 'number' }).notNull(),
  seals: bigint('seals', { mode: 'number' }).notNull(),
  copied: bigint('copied', { mode: 'number' }).notNull(),
  unsealed: bigint('unsealed', { mode: 'number' }).notNull(),
  faults: jsonb('faults').$type<string[]>().notNull(),
  faultCount: integer('fault_count').notNull(),
  uncompared: text('uncompared'),
})
