import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { files, images, slides } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { nothingKnown } from './copying.ts'
import type { FileRow } from './view.ts'

interface ReadingJob {
  id: string
}

export interface BegunReading {
  file: FileRow
  /** An attempt before this one came as far as the slide. */
  isRead: boolean
}

/** The file that the job is to read, marked as being read; undefined if it is gone or another job has taken it over. */
export async function beginReading(
  tx: Tx,
  job: ReadingJob,
  fileId: string,
): Promise<BegunReading | undefined> {
  const isOurs = and(eq(files.id, fileId), eq(files.jobId, job.id), eq(files.state, 'stored'))
  const [known] = await tx.select().from(files).where(isOurs).for('update')
  if (known === undefined) return undefined
  if (known.readingState === 'ready') return { file: known, isRead: true }
  const [file] = await tx
    .update(files)
    .set({ readingState: 'reading', readingMessage: '', ...newVersion })
    .where(isOurs)
    .returning()
  return file && { file, isRead: false }
}

/** What was found out about the former content of an imported file is forgotten: it is read as it is now. */
export async function takeChangedFile(
  tx: Tx,
  job: ReadingJob,
  { size, modifiedAt }: { size: number; modifiedAt: Date },
): Promise<FileRow | undefined> {
  const [file] = await tx
    .update(files)
    .set({ size, modifiedAt, ...nothingKnown, readingState: 'reading', readingMessage: '', ...newVersion })
    .where(eq(files.jobId, job.id))
    .returning()
  return file
}

export async function endReading(tx: Tx, job: ReadingJob): Promise<void> {
  await tx
    .update(files)
    .set({ readingState: 'ready', readingMessage: '', ...newVersion })
    .where(eq(files.jobId, job.id))
}

/** Found out after the slide was there. */
export async function keepHash(tx: Tx, job: ReadingJob, hash: Buffer): Promise<void> {
  await tx
    .update(files)
    .set({ hash, ...newVersion })
    .where(eq(files.jobId, job.id))
}

/** Whatever ended the job, what it leaves unread says why. */
export async function failReading(tx: Tx, job: ReadingJob, sentence: string): Promise<void> {
  const [file] = await tx
    .update(files)
    .set({ readingState: 'failed', readingMessage: sentence, ...newVersion })
    .where(and(eq(files.jobId, job.id), inArray(files.readingState, ['pending', 'reading'])))
    .returning()
  if (file !== undefined) await leaveFailedImage(tx, file, sentence)
}

/** Of a file that no slide stands for one failed image is left; a slide that was read before stays as it is. */
async function leaveFailedImage(tx: Tx, file: FileRow, stateMessage: string): Promise<void> {
  const { id: fileId, organizationId } = file
  const isOfFile = and(eq(images.organizationId, organizationId), eq(images.fileId, fileId))
  const isSlideless = and(isOfFile, isNull(images.slideId), ne(images.kind, 'output'))
  const found = await tx
    .select({ id: slides.id })
    .from(slides)
    .where(and(eq(slides.organizationId, organizationId), eq(slides.fileId, fileId)))
  const part = 'image 0'
  if (found.length > 0) {
    await tx.delete(images).where(isSlideless)
    return
  }
  await tx.delete(images).where(and(isSlideless, ne(images.part, part)))
  const failed = { state: 'failed' as const, stateMessage }
  await tx
    .insert(images)
    .values({ ...failed, id: newId(), organizationId, fileId, kind: 'source', part })
    .onConflictDoUpdate({
      target: [images.organizationId, images.fileId, images.part],
      targetWhere: sql`file_id is not null and kind <> 'output'`,
      set: { ...failed, updatedAt: sql`now()`, version: sql`${images.version} + 1` },
    })
}

/** The job is tried again: what it left unread waits for it. */
export async function awaitReading(tx: Tx, job: ReadingJob): Promise<void> {
  await tx
    .update(files)
    .set({ readingState: 'pending', readingMessage: '', ...newVersion })
    .where(and(eq(files.jobId, job.id), eq(files.readingState, 'failed')))
}

const newVersion = { updatedAt: sql`now()`, version: sql`${files.version} + 1` }
