import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/id.ts'

/** Where browsers send parts and fetch files: our own second name, or wherever the S3 client finds the bucket. */
export async function storageOrigin({
  config,
  storage,
}: Pick<Context, 'config' | 'storage'>): Promise<string> {
  if (storage.kind === 'disk') return config.uploadOrigin
  const address = await storage.downloadUrl({ organizationId: newId(), path: 'any' }, { fileName: 'any' })
  return new URL(address).origin
}
