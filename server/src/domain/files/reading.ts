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
  if (file !== undefined) await hideImages(tx, file)
  return file
}

/**
 * The images of a file that has become another one wait until it has been read: what was a thumbnail in it may be a
 * label now, and what was made of it shows what it was. To be done in a transaction of the platform.
 */
export async function hideImages(tx: Tx, { id, organizationId }: FileRow): Promise<void> {
  await tx
    .update(images)
    .set({ state: 'pending', stateMessage: '', ...newImageVersion })
    .where(and(isInFile({ id, organizationId }), eq(images.state, 'ready')))
}

export async function endReading(tx: Tx, job: ReadingJob): Promise<void> {
  await tx
    .update(files)
    .set({ readingState: 'ready', readingMessage: '', ...newVersion })
    .where(eq(files.jobId, job.id))
}

/** Found out after the slide was there. */
export async function keepHashes(
  tx: Tx,
  job: ReadingJob,
  hashes: { hash: Buffer; sha256: Buffer },
): Promise<void> {
  await tx
    .update(files)
    .set({ ...hashes, ...newVersion })
    .where(eq(files.jobId, job.id))
}

/** Whatever ended the job, what it leaves unread says why. */
export async function failReading(tx: Tx, job: ReadingJob, sentence: string): Promise<void> {
  const [file] = await tx
    .update(files)
    .set({ readingState: 'failed', readingMessage: sentence, ...newVersion })
    .where(and(eq(files.jobId, job.id), inArray(files.readingState, ['pending', 'reading'])))
    .returning()
  if (file === undefined) return
  // A slide that was deleted meanwhile is still there, with its images.
  await tx.execute(sql`set local app.deleted = 'shown'`)
  await leaveFailedImage(tx, file, sentence)
}

/**
 * Of a file that no slide stands for one failed image is left. A slide that was read before stays as it is, but for
 * images that wait because the file has become another one.
 */
async function leaveFailedImage(tx: Tx, file: FileRow, stateMessage: string): Promise<void> {
  const { id: fileId, organizationId } = file
  const isSlideless = and(isInFile(file), isNull(images.slideId))
  const failed = { state: 'failed' as const, stateMessage }
  const found = await tx
    .select({ id: slides.id })
    .from(slides)
    .where(and(eq(slides.organizationId, organizationId), eq(slides.fileId, fileId)))
  const part = 'image 0'
  if (found.length > 0) {
    await tx.delete(images).where(isSlideless)
    await tx
      .update(images)
      .set({ ...failed, ...newImageVersion })
      .where(and(isInFile(file), eq(images.state, 'pending')))
    return
  }
  await tx.delete(images).where(and(isSlideless, ne(images.part, part)))
  await tx
    .insert(images)
    .values({ ...failed, id: newId(), organizationId, fileId, kind: 'source', part })
    .onConflictDoUpdate({
      target: [images.organizationId, images.fileId, images.part],
      targetWhere: sql`file_id is not null and kind <> 'output'`,
      set: { ...failed, ...newImageVersion },
    })
}

/** The job is tried again: what it left unread waits for it. */
export async function awaitReading(tx: Tx, job: ReadingJob): Promise<void> {
  await tx
    .update(files)
    .set({ readingState: 'pending', readingMessage: '', ...newVersion })
    .where(and(eq(files.jobId, job.id), eq(files.readingState, 'failed')))
}

const isInFile = ({ id, organizationId }: Pick<FileRow, 'id' | 'organizationId'>) =>
  and(eq(images.organizationId, organizationId), eq(images.fileId, id), ne(images.kind, 'output'))

const newImageVersion = { updatedAt: sql`now()`, version: sql`${images.version} + 1` }
const newVersion = { updatedAt: sql`now()`, version: sql`${files.version} + 1` }
