import type { FileOrigin, FileState, ReadingState } from '@cresyl/contract/files'
import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
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
