import type { Member } from '../../domain/work.ts'
import type { Context } from '../../platform/context.ts'
import { attachment } from '../../platform/storage/content-disposition.ts'
import { storagePrefix } from '../../platform/storage/disk/addresses.ts'
import { createUrlSigner, type UrlSigner } from '../../platform/storage/signed-url.ts'
import type { ObjectKey } from '../../platform/storage/storage.ts'
import { type HandedOut, signedAs, signedFor } from './receiver.ts'

/** Files that are served where they lie: beside what the disk driver serves, whatever the storage is. */
export const importPrefix = `${storagePrefix}imports/`

export function addressSigner({ secrets, clock }: Context): UrlSigner {
  return createUrlSigner(secrets.urlKey, clock)
}

/** An object in storage, or a file that is read where it lies, and what the browser saves it as. */
type Downloadable = { fileName: string } & ({ key: ObjectKey } | { path: string })

/** An address that serves what was handed out to whoever has it, for half an hour and as long as the member may have it. */
export async function downloadAddress(
  context: Context,
  member: Member,
  { fileName, ...object }: Downloadable,
  handedOut: HandedOut,
): Promise<string> {
  const signed = { ...signedFor(member), ...signedAs(handedOut) }
  if ('key' in object) return context.storage.downloadUrl(object.key, { fileName, signed })
  const parameters = { ...signed, disposition: attachment(fileName) }
  return (
    context.config.uploadOrigin + addressSigner(context).sign('GET', importPrefix + handedOut.id, parameters)
  )
}
