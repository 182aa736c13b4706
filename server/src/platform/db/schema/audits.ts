import type { AuditEvent } from '@cresyl/contract/audit'
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, xid8 } from './columns.ts'

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
