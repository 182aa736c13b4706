import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { UploadReference } from '../../platform/storage/storage.ts'
import { closeUpload, findUpload, lockUpload, type UploadRow } from '../../platform/storage/upload-queries.ts'
import type { AuditedWork, Work } from '../work.ts'
import type { FileRow } from './view.ts'

/** Transactions of a member, for acts that go to storage between them: nothing is held while storage works. */
export interface Acts {
  read<T>(work: (work: Work) => Promise<T>): Promise<T>
  write<T>(work: (work: AuditedWork) => Promise<T>): Promise<T>
}

export function referenceOf({ id, organizationId }: UploadRow): UploadReference {
  return { organizationId, uploadId: id }
}

/** The newest attempt to send the file; null before the first. */
export async function uploadOf(tx: Tx, file: FileRow): Promise<UploadRow | null> {
  const { organizationId, uploadId } = file
  return uploadId === null ? null : findUpload(tx, { organizationId, uploadId })
}

export function isAssembled({ state }: UploadRow): boolean {
  return state === 'completing' || state === 'complete'
}

/**
 * Lets no more parts in, together with whatever else the transaction does. Returns the upload as it was: an open one
 * has been closed, and its bytes are to be removed from storage after the commit; one that is assembled stays.
 */
export async function closeOpenUpload(tx: Tx, file: FileRow): Promise<UploadRow | null> {
  const { organizationId, uploadId } = file
  if (uploadId === null) return null
  const upload = await lockUpload(tx, { organizationId, uploadId })
  if (upload.state === 'open') await closeUpload(tx, referenceOf(upload), 'aborted')
  return upload
}

/** Removes the bytes of an upload that is closed already. What fails here the janitor does on its next round. */
export async function freeUpload({ storage, log }: Context, upload: UploadReference): Promise<void> {
  try {
    await storage.uploads.abort(upload)
  } catch (error) {
    log.warn({ err: error, ...upload }, 'the parts of an upload that was given up could not be removed yet')
  }
}
