import type { File } from '@cresyl/contract/files/files'
import { eq } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { files } from '../../platform/db/schema/index.ts'
import type { UploadRow } from '../../platform/storage/upload-queries.ts'
import type { AuditedWork } from '../work.ts'
import { storeAssembled } from './complete-upload.ts'
import { requireOwnUpload } from './file-state.ts'
import { type Acts, closeOpenUpload, freeUpload, isAssembled, referenceOf } from './file-upload.ts'
import { lockFile } from './queries.ts'
import { readFile } from './read-files.ts'

/**
 * Gives the upload up; the file is still expected until someone says why, or begins again. What is assembled stays,
 * and where there is nothing to give up nothing changes.
 */
export async function abortUpload(context: Context, acts: Acts, id: string): Promise<File> {
  const upload = await acts.write((work) => giveUp(work, id))
  if (upload?.state === 'open') await freeUpload(context, referenceOf(upload))
  if (upload && isAssembled(upload)) await finishAssembled(context, acts, id, upload)
  return acts.read((work) => readFile(work, id))
}

async function giveUp(work: AuditedWork, id: string): Promise<UploadRow | null> {
  const { tx, member, now } = work
  const { file } = await lockFile(tx, id)
  requireOwnUpload(member, file)
  if (file.state !== 'created') return null
  const upload = await closeOpenUpload(tx, file)
  if (upload?.state !== 'open') return upload
  await tx.update(files).set({ updatedAt: now }).where(eq(files.id, id))
  work.record({ id, details: { upload_id: upload.id } })
  return upload
}

/** Whoever assembled it died before the file was stored: this is too late to give it up. */
async function finishAssembled(context: Context, acts: Acts, id: string, upload: UploadRow): Promise<void> {
  await context.storage.uploads.abort(referenceOf(upload))
  await storeAssembled(context, acts, id)
}
