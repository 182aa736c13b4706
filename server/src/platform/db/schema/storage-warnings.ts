import { pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'

/** How full storage was said to be, in percent. */
export const storageWarnings = pgTable(
  'storage_warnings',
  {
    organizationId: uuid('organization_id').notNull(),
    what: text('what').$type<'quota' | 'disk'>().notNull(),
    level: smallint('level').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.what] })],
)
