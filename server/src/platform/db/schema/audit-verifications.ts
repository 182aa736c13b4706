import { bigint, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

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
