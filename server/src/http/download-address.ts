import type { DownloadableObject } from '../domain/files/downloadable-object.ts'
import type { Context } from '../platform/context.ts'
import { attachment } from '../platform/storage/content-disposition.ts'
import { storagePrefix } from '../platform/storage/disk/addresses.ts'
import { createUrlSigner, type UrlSigner } from '../platform/storage/signed-url.ts'

/** Files that are served where they lie: beside what the disk driver serves, whatever the storage is. */
export const importPrefix = `${storagePrefix}imports/`

export function addressSigner({ secrets, clock }: Context): UrlSigner {
  return createUrlSigner(secrets.urlKey, clock)
}

/** An address that serves what was handed out to whoever has it, for half an hour. */
export async function downloadAddress(
  context: Context,
  organizationId: string,
  object: DownloadableObject,
): Promise<string> {
  const { fileId, fileName } = object
  if ('key' in object) return context.storage.downloadUrl(object.key, { fileName })
  const parameters = { organization: organizationId, disposition: attachment(fileName) }
  return context.config.uploadOrigin + addressSigner(context).sign('GET', importPrefix + fileId, parameters)
}
