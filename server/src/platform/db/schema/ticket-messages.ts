import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** What was said about a ticket. */
export const ticketMessages = pgTable('ticket_messages', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  ticketId: uuid('ticket_id').notNull(),
  text: text('text').notNull(),
  fromSupport: boolean('from_support').notNull(),
  /** Of an answer that was given in HubSpot: its number there. */
  hubspotId: text('hubspot_id'),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
})
