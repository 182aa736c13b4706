import { bigint, doublePrecision, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** What the rows of a month come to, told apart by one thing. */
export const reportSums = pgTable('report_sums', {
  organizationId: uuid('organization_id').notNull(),
  source: text('source').notNull(),
  measure: text('measure').notNull(),
  toldBy: text('told_by').notNull(),
  month: instant('month').notNull(),
  key: text('key'),
  rows: bigint('rows', { mode: 'number' }).notNull(),
  total: bigint('total', { mode: 'number' }).notNull(),
  seconds: doublePrecision('seconds').array(),
  days: smallint('days').array(),
})

/** Up to when months are added up, and in which time zone. */
export const reportReach = pgTable(
  'report_reach',
  {
    organizationId: uuid('organization_id').notNull(),
    source: text('source').notNull(),
    timeZone: text('time_zone').notNull(),
    upto: instant('upto').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.source] })],
)

/** When rows happened that were changed since their month was added up. */
export const reportChanges = pgTable('report_changes', {
  organizationId: uuid('organization_id').notNull(),
  source: text('source').notNull(),
  at: instant('at').notNull(),
})
