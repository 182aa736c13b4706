import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const uploadParts = pgTable(
  'upload_parts',
  {
    organizationId: uuid('organization_id').notNull(),
    uploadId: uuid('upload_id').notNull(),
    number: integer('number').notNull(),
    /** Counts the requests that brought this part; only the newest may be acknowledged. */
    generation: integer('generation').notNull(),
    /** The process whose request may be writing, and which request that is. */
    writer: uuid('writer'),
    writerGeneration: integer('writer_generation'),
    /** Set when the part is safely on disk. */
    etag: text('etag'),
    storedAt: instant('stored_at'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.uploadId, table.number] })],
)
