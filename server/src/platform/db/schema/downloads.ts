import { bigint, boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
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
