import {
  bigint,
  boolean,
  doublePrecision,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** What was handed out, for reports; who and when is in the audit log too. */
export const downloads = pgTable('downloads', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  kind: text('kind').$type<'file' | 'image' | 'region'>().notNull(),
  fileId: uuid('file_id'),
  imageId: uuid('image_id'),
  /** Which either is of; the database sets it. */
  slideId: uuid('slide_id'),
  /** Whose output it was. */
  inferenceJobId: uuid('inference_job_id'),
  userId: uuid('user_id'),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  /** Label and macro were taken out. */
  deidentified: boolean('deidentified').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** What the rows of a month come to, told apart by one thing. */
export const reportSums = pgTable('report_sums', {
  organizationId: uuid('organization_id').notNull(),
  source: text('source').notNull(),
  measure: text('measure').notNull(),
  groupedBy: text('grouped_by').notNull(),
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
