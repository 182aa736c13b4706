import { and, eq, ne, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { files, uploads } from '../../platform/db/schema/index.ts'
import { type PartLayout, partCount } from '../../platform/storage/part-layout.ts'
import type { UploadReference } from '../../platform/storage/storage.ts'
import { findUpload, type UploadRow } from '../../platform/storage/upload-queries.ts'
import type { AuditedWork } from '../work.ts'
import { refuseAssembled, requireExpected } from './file-state.ts'
import { type Acts, freeUpload, isAssembled, uploadOf } from './file-upload.ts'
import { findFile, lockFile } from './queries.ts'
import type { FileRow } from './view.ts'

export interface PartPlan {
  /** Bytes of every part but the last. */
  part_size: number
  part_count: number
}

/** Begins to take the parts of a file. While an upload is open that one goes on; after an abort a new one begins. */
export async function beginUpload(context: Context, acts: Acts, id: string): Promise<PartPlan> {
  const { open, file, forgotten } = await acts.read(async ({ tx }) => {
    const found = await findFile(tx, id)
    const going = await goingUpload(tx, found.file)
    return { open: going, file: found.file, forgotten: going ? [] : await forgottenUploads(tx, found.file) }
  })
  if (open) return planOf(open)
  for (const upload of forgotten) await freeUpload(context, upload)
  const { organizationId, path, size } = file
  const begun = await context.storage.uploads.begin({ organizationId, path, size })
  const kept = await acts
    .write((work) => keepUpload(work, id, begun))
    .catch(async (error) => {
      await freeUpload(context, begun)
      throw error
    })
  // Someone else has begun at the same moment: theirs goes on.
  if (kept.id !== begun.uploadId) await freeUpload(context, begun)
  return planOf(kept)
}

function planOf(layout: PartLayout): PartPlan {
  return { part_size: layout.partSize, part_count: partCount(layout) }
}

/** The one that takes parts, if there is one. */
async function goingUpload(tx: Tx, file: FileRow): Promise<UploadRow | null> {
  requireExpected(file)
  const upload = await uploadOf(tx, file)
  if (upload && isAssembled(upload)) refuseAssembled()
  return upload?.state === 'open' ? upload : null
}

/** Begun by a process that died before the file knew: what they have reserved may be all the room there is. */
async function forgottenUploads(tx: Tx, file: FileRow): Promise<UploadReference[]> {
  return tx
    .select({ organizationId: uploads.organizationId, uploadId: uploads.id })
    .from(uploads)
    .where(
      and(
        eq(uploads.organizationId, file.organizationId),
        eq(uploads.path, file.path),
        eq(uploads.state, 'open'),
        file.uploadId === null ? undefined : ne(uploads.id, file.uploadId),
        sql`${uploads.createdAt} < now() - interval '1 minute'`,
      ),
    )
}

async function keepUpload(work: AuditedWork, id: string, begun: UploadReference): Promise<UploadRow> {
  const { tx, now } = work
  const { file } = await lockFile(tx, id)
  const going = await goingUpload(tx, file)
  if (going) return going
  const { uploadId } = begun
  await tx.update(files).set({ uploadId, updatedAt: now }).where(eq(files.id, id))
  const upload = await findUpload(tx, begun)
  work.record({ id, details: { upload_id: uploadId } })
  return upload
}
