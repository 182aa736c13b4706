import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Database } from '../db/database.ts'
import { fileStartError } from '../file-error.ts'
import type { Log } from '../log.ts'
import { type DiskStorage, openDiskStorage } from './disk/disk-storage.ts'
import { openS3Storage, type S3Storage } from './s3/s3-storage.ts'

export type AnyStorage = DiskStorage | S3Storage

export interface StorageParts {
  config: Config
  secrets: Secrets
  database: Database
  log: Log
  clock: Clock
}

/** The storage that the configuration asks for, found to be usable. */
export async function openStorage(parts: StorageParts): Promise<AnyStorage> {
  const { config, secrets, database, log, clock } = parts
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
