import type { Context } from '../context.ts'
import { fileStartError } from '../file-error.ts'
import { type DiskStorage, openDiskStorage } from './disk/disk-storage.ts'
import { openS3Storage, type S3Storage } from './s3/s3-storage.ts'

export type AnyStorage = DiskStorage | S3Storage

/** The storage that the configuration asks for, found to be usable. */
export async function openStorage(context: Omit<Context, 'storage'>): Promise<AnyStorage> {
  const { config, secrets, database, log, clock } = context
  if (config.storage.kind === 's3') {
    const storage = openS3Storage({ ...config.storage, database, clock })
    const fault = await storage.check(config.origin)
    if (fault !== null) log.warn(fault)
    return storage
  }
  const { folder } = config.storage
  const { urlKey } = secrets
  const { uploadOrigin } = config
  return openDiskStorage({ folder, database, log, clock, urlKey, uploadOrigin }).catch((error) => {
    throw fileStartError('keep files in', folder, error)
  })
}
