import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'

/** The database generates these columns. */
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

/** Changes of what an organisation has in storage: their sum is how much that is. */
export const storedBytes = pgTable('stored_bytes', {
  n: bigint('n', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  organizationId: uuid('organization_id').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
})

/** One row: what an organisation may store that has no quota of its own; null: no limit. */
export const defaultQuota = pgTable('default_quota', {
  single: boolean('single').primaryKey().default(true),
  quotaBytes: bigint('quota_bytes', { mode: 'number' }),
})

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

/** `completing`: checked and closed, being put in its place; it can only become `complete`. */
export type UploadState = 'open' | 'completing' | 'complete' | 'aborted'

export const uploads = pgTable('uploads', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  /** Of the object that it will be. */
  path: text('path').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  partSize: bigint('part_size', { mode: 'number' }).notNull(),
  state: text('state').$type<UploadState>().notNull().default('open'),
  /** What the bucket calls it. */
  externalId: text('external_id'),
  hash: bytea('hash'),
  createdAt: instant('created_at').notNull().defaultNow(),
  touchedAt: instant('touched_at').notNull().defaultNow(),
})

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
