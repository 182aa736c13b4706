import type { Context } from '../../platform/context.ts'
import type { UploadReference } from '../../platform/storage/storage.ts'

/** Removes the bytes of an upload that is closed already. What fails here the janitor does on its next round. */
export async function freeUpload({ storage, log }: Context, upload: UploadReference): Promise<void> {
  try {
    await storage.uploads.abort(upload)
  } catch (error) {
    log.warn({ err: error, ...upload }, 'the parts of an upload that was given up could not be removed yet')
  }
}
