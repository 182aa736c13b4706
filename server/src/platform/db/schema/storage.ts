import type { RegionRequest } from '@cresyl/contract/exports'
import type { FileOrigin, FileState, ReadingState } from '@cresyl/contract/files'
import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'

/** A file that someone sends or that lies in a watched folder; what it shows is a slide. */
export const files = pgTable('files', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  name: text('name').notNull(),
  /** The name folded for search and order. */
  searchKey: text('search_key').notNull(),
  /** The extension, in lower case. */
  mediaType: text('media_type').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  state: text('state').$type<FileState>().notNull().default('created'),
  stateMessage: text('state_message').notNull().default(''),
  origin: text('origin').$type<FileOrigin>().notNull().default('upload'),
  /** In storage; of one that was imported, on this machine. */
  path: text('path').notNull(),
  /** Of an imported file, to tell whether it has changed under us. */
  modifiedAt: instant('modified_at'),
  /** SHA-256 over the ordered SHA-256 of its parts; null until known. */
  hash: bytea('hash'),
  /** Of the whole file; null until it was read to its end. */
  sha256: bytea('sha256'),
  /** What opening it reads, as an object of its own: so that one far away is opened by one request. */
  headerPath: text('header_path'),
  /** The copy without label and macro, once somebody needed it, and the job that makes it. */
  copyPath: text('copy_path'),
  copySize: bigint('copy_size', { mode: 'number' }),
  copyJobId: uuid('copy_job_id'),
  /** Why there can be none, once that was found out. */
  copyRefusal: text('copy_refusal'),
  /** Who waits for it. */
  copyAskers: uuid('copy_askers').array().notNull().default([]),
  /** The newest attempt to send it. */
  uploadId: uuid('upload_id'),
  readingState: text('reading_state').$type<ReadingState>().notNull().default('none'),
  readingMessage: text('reading_message').notNull().default(''),
  /** The newest job that reads it. */
  jobId: uuid('job_id'),
  /** What the slide gets when the file has been read. */
  projectId: uuid('project_id'),
  tissueId: uuid('tissue_id'),
  stainerId: uuid('stainer_id'),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})

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

/** Regions that are too large to be made while someone waits. */
export const exports = pgTable('exports', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  imageId: uuid('image_id').notNull(),
  jobId: uuid('job_id'),
  request: jsonb('request').$type<RegionRequest>().notNull(),
  fileName: text('file_name').notNull(),
  /** Pixels of what is made. */
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  /** Of what was made; null until it is. */
  path: text('path'),
  size: bigint('size', { mode: 'number' }),
  madeAt: instant('made_at'),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
})
