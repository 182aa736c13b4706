import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { files } from '../../platform/db/schema/index.ts'
import type { FileRow } from './view.ts'

interface ReadingJob {
  id: string
}

/** The file that the job is to read, marked as being read; undefined if another job has taken it over. */
export async function beginReading(tx: Tx, job: ReadingJob, fileId: string): Promise<FileRow | undefined> {
  const [file] = await tx
    .update(files)
    .set({ readingState: 'reading', readingMessage: '', ...newVersion })
    .where(and(eq(files.id, fileId), eq(files.jobId, job.id), eq(files.state, 'stored')))
    .returning()
  return file
}

export async function endReading(tx: Tx, job: ReadingJob): Promise<void> {
  await tx
    .update(files)
    .set({ readingState: 'ready', readingMessage: '', ...newVersion })
    .where(eq(files.jobId, job.id))
}

/** Whatever ended the job, what it leaves unread says why. */
export async function failReading(tx: Tx, job: ReadingJob, sentence: string): Promise<void> {
  await tx
    .update(files)
    .set({ readingState: 'failed', readingMessage: sentence, ...newVersion })
    .where(and(eq(files.jobId, job.id), inArray(files.readingState, ['pending', 'reading'])))
}

/** The job is tried again: what it left unread waits for it. */
export async function awaitReading(tx: Tx, job: ReadingJob): Promise<void> {
  await tx
    .update(files)
    .set({ readingState: 'pending', readingMessage: '', ...newVersion })
    .where(and(eq(files.jobId, job.id), eq(files.readingState, 'failed')))
}

const newVersion = { updatedAt: sql`now()`, version: sql`${files.version} + 1` }
