import { sql } from 'drizzle-orm'
import { bigint, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'

/** Migration 0040 says how. */
const fromPath = sql``

/** What is in storage, so that it can be counted. */
export const storedObjects = pgTable(
  'stored_objects',
  {
    organizationId: uuid('organization_id').notNull(),
    path: text('path').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** SHA-256: of the content, or of the ordered hashes of the parts it arrived in. */
    hash: bytea('hash'),
    /** Of the parts whose hashes make the hash; null: it is that of the content. */
    partSize: bigint('part_size', { mode: 'number' }),
    /** Null until it has been written once. */
    storedAt: instant('stored_at'),
    /** The write that is under way, or was when the process died. */
    writing: uuid('writing'),
    writingSince: instant('writing_since'),
    /** As its path says: null where it counts for nobody. */
    kind: text('kind').generatedAlwaysAs(fromPath),
    /** The file, image, export, check or run that it belongs to, as its path says. */
    ownerId: uuid('owner_id').generatedAlwaysAs(fromPath),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.path] })],
)
