import { messages } from '@cresyl/contract/api/messages'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { files, uploads } from '../../platform/db/schema/index.ts'
import type { UploadEnd } from '../../platform/metrics/upload-metrics.ts'
import { placesOf, recordAudit } from '../audit/record.ts'
import { storeFile } from './store-file.ts'

const idleMilliseconds = 24 * 3_600_000
const filesAtOnce = 500

/** Stores the files whose parts were assembled by someone who died before they could say so. Returns how many. */
export async function storeAssembledFiles(context: Context): Promise<number> {
  const assembled = eq(uploads.state, 'complete')
  return endEachExpected(context, 'stored', assembled, async (tx, { file, upload }, now) => {
    const hash = upload?.hash ?? null
    await storeFile(tx, file, hash, { now, userId: file.createdBy })
    const { id: subjectId, organizationId, size } = file
    const details = { size, hash: hash?.toString('hex') ?? null, ...placesOf(file) }
    await recordAudit(tx, { organizationId, event: 'file.stored', subjectId, details, occurredAt: now })
  })
}

/** Files that nobody has sent anything of for a day, and whose upload has ended or never began. Returns how many. */
export async function failInterruptedFiles(context: Context): Promise<number> {
  const oldest = new Date(context.clock.now().getTime() - idleMilliseconds)
  const abandoned = and(lt(files.updatedAt, oldest), or(isNull(files.uploadId), eq(uploads.state, 'aborted')))
  return endEachExpected(context, 'abandoned', abandoned, async (tx, { file }, now) => {
    const stateMessage = messages.upload.interrupted
    await tx
      .update(files)
      .set({ state: 'failed', stateMessage, updatedAt: now, version: file.version + 1 })
      .where(eq(files.id, file.id))
    const { id: subjectId, organizationId } = file
    await recordAudit(tx, { organizationId, event: 'file.interrupted', subjectId, occurredAt: now })
  })
}

interface Expected {
  file: typeof files.$inferSelect
  upload: { hash: Buffer | null } | null
}

/** Ends each file that is still expected and as described, in transactions of a few. */
async function endEachExpected(
  { database, clock, metrics }: Context,
  how: UploadEnd,
  described: ReturnType<typeof and>,
  work: (tx: Tx, expected: Expected, now: Date) => Promise<void>,
): Promise<number> {
  for (let done = 0; ; ) {
    const ended = await database.asSystem(async (tx) => {
      const found = await tx
        .select({ file: files, upload: { hash: uploads.hash } })
        .from(files)
        .leftJoin(
          uploads,
          and(eq(uploads.organizationId, files.organizationId), eq(uploads.id, files.uploadId)),
        )
        .where(and(eq(files.state, 'created'), described))
        .limit(filesAtOnce)
        // Whoever holds one is about to end it.
        .for('update', { of: files, skipLocked: true })
      for (const each of found) await work(tx, each, clock.now())
      return found
    })
    for (const { file } of ended) metrics.uploads.ended(how, file)
    done += ended.length
    if (ended.length < filesAtOnce) return done
  }
}
