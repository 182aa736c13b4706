import { and, eq, not, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { files } from '../../platform/db/schema/index.ts'
import type { ObjectKey, ObjectStat } from '../../platform/storage/storage.ts'
import type { FileRow } from './view.ts'

interface CopyingJob {
  id: string
}

/** Set when the file may have become another one: what was made of it doesn't count any more. */
export const noCopy = {
  copyPath: null,
  copySize: null,
  copyJobId: null,
  copyRefusal: null,
  copyAskers: [] as string[],
}

/** Of a file that lies where others write, and is another one now. */
export const nothingKnown = { hash: null, sha256: null, headerPath: null, ...noCopy }

/** Every job has an object of its own: a late one never replaces what a newer one has made. */
export function copyKey({ organizationId, id }: FileRow, job: CopyingJob): ObjectKey {
  return { organizationId, path: `files/${id}/without-label/${job.id}` }
}

/** The file that the job is to copy; undefined if it was read again or removed since, or another job copies it. */
export async function findFileToCopy(tx: Tx, job: CopyingJob, fileId: string): Promise<FileRow | undefined> {
  const [file] = await tx
    .select()
    .from(files)
    .where(and(eq(files.id, fileId), eq(files.copyJobId, job.id), eq(files.readingState, 'ready')))
  return file
}

export async function keepCopy(tx: Tx, job: CopyingJob, { path, size }: ObjectStat): Promise<void> {
  await tx.update(files).set({ copyPath: path, copySize: size }).where(eq(files.copyJobId, job.id))
}

/** There is never going to be a copy: nobody needs to have it tried again. */
export async function rememberRefusal(tx: Tx, job: CopyingJob, copyRefusal: string): Promise<void> {
  await tx.update(files).set({ copyRefusal }).where(eq(files.copyJobId, job.id))
}

/** Whoever waits for the copy is told when it is there. */
export async function addAsker(tx: Tx, { id, copyAskers }: FileRow, userId: string): Promise<void> {
  if (copyAskers.includes(userId)) return
  const isThere = sql`${userId}::uuid = any (${files.copyAskers})`
  await tx
    .update(files)
    .set({ copyAskers: sql`${files.copyAskers} || ${userId}::uuid` })
    .where(and(eq(files.id, id), not(isThere)))
}

/** Who waits for what the job copies. */
export async function findAskers(tx: Tx, job: CopyingJob): Promise<string[]> {
  const [found] = await tx.select({ askers: files.copyAskers }).from(files).where(eq(files.copyJobId, job.id))
  return found?.askers ?? []
}
