import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea } from './columns.ts'

/** Apart from the tickets, so that lists don't carry them. */
export const ticketScreenshots = pgTable('ticket_screenshots', {
  ticketId: uuid('ticket_id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  mediaType: text('media_type').notNull(),
  bytes: bytea('bytes').notNull(),
})
