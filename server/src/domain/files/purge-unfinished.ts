import { messages } from '@cresyl/contract/api/messages'
import { and, eq, lte } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { files, uploads } from '../../platform/db/schema/index.ts'
import type { UploadRow } from '../../platform/storage/upload-queries.ts'
import { recordAudit } from '../audit/record.ts'
import { closeOpenUpload, freeUpload, referenceOf } from './file-upload.ts'

interface Asked {
  organizationId: string
  before: Date
  now: Date
  userId?: string
}

/** One that nothing arrived of for so long may be given up; a shorter rest may be a slow line. */
export const restingMinutes = 60
const uploadsAtOnce = 100

/** Ends uploads of which nothing has arrived since a time, and frees what they hold. Returns how many. */
export async function purgeUnfinishedOf(context: Context, asked: Asked): Promise<number> {
  const { before, now } = asked
  const oldest = new Date(Math.min(before.getTime(), now.getTime() - restingMinutes * 60_000))
  for (let purged = 0; ; ) {
    const closed = await context.database.asSystem((tx) => closeSome(tx, asked, oldest))
    for (const upload of closed) await freeUpload(context, referenceOf(upload))
    purged += closed.length
    if (closed.length === 0) return purged
  }
}

async function closeSome(tx: Tx, asked: Asked, oldest: Date): Promise<UploadRow[]> {
  const { organizationId, now, userId } = asked
  const found = await tx
    .select({ file: files })
    .from(files)
    .innerJoin(uploads, and(eq(uploads.organizationId, files.organizationId), eq(uploads.id, files.uploadId)))
    .where(
      and(
        ...[eq(files.organizationId, organizationId), eq(files.state, 'created')],
        ...[eq(uploads.state, 'open'), lte(uploads.touchedAt, oldest)],
      ),
    )
    .limit(uploadsAtOnce)
    .for('update', { of: files, skipLocked: true })
  const closed: UploadRow[] = []
  for (const { file } of found) {
    // A part may have arrived since.
    const [resting] = await tx
      .select({ id: uploads.id })
      .from(uploads)
      .where(
        and(
          eq(uploads.id, file.uploadId as string),
          eq(uploads.state, 'open'),
          lte(uploads.touchedAt, oldest),
        ),
      )
      .for('update')
    if (resting === undefined) continue
    const upload = await closeOpenUpload(tx, file)
    if (upload === null) continue
    await tx
      .update(files)
      .set({
        state: 'failed',
        stateMessage: messages.upload.interrupted,
        updatedAt: now,
        version: file.version + 1,
      })
      .where(eq(files.id, file.id))
    await recordAudit(tx, {
      organizationId,
      event: 'file.interrupted',
      subjectId: file.id,
      occurredAt: now,
      ...(userId !== undefined && { userId }),
    })
    closed.push(upload)
  }
  return closed
}
