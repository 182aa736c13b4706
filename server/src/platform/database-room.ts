import { ApiError } from '@cresyl/contract/api/errors'
import type { Config } from './config/config.ts'
import { findClusterFolder } from './postgres/placement.ts'
import { createDiskRoom, type DiskRoom } from './storage/disk/disk-room.ts'

/**
 * What the disk of the embedded database has left. Before it is full nothing is stored any more, so that what frees
 * space, signing in and the database's own housekeeping go on.
 */
export interface DatabaseRoom {
  isShort(): Promise<boolean>
  /** `storage_full` where it is. */
  require(): Promise<void>
}

/** Asked with each request: so long an answer is good for the next ones too. */
const freshMilliseconds = 1000

export function createDatabaseRoom({
  dataDir,
  database,
}: Pick<Config, 'dataDir' | 'database'>): DatabaseRoom {
  // Only the disk of this machine can be looked at.
  if (database.kind === 'external') return { isShort: async () => false, require: async () => {} }
  const disk = findClusterFolder(dataDir).then((folder) => createDiskRoom(folder, database.reservedBytes))
  return watchRoom({ freeBytes: async () => (await disk).freeBytes() })
}

export function watchRoom(
  disk: Pick<DiskRoom, 'freeBytes'>,
  monotonic: () => number = () => performance.now(),
): DatabaseRoom {
  let lookedAt = Number.NEGATIVE_INFINITY
  let short: Promise<boolean> = Promise.resolve(false)
  const isShort = () => {
    if (monotonic() - lookedAt < freshMilliseconds) return short
    lookedAt = monotonic()
    // A disk that can't be looked at is no reason to refuse everything: writing to it tells.
    short = disk.freeBytes().then(
      (free) => free < 0,
      () => false,
    )
    return short
  }
  return {
    isShort,
    require: async () => {
      if (await isShort()) throw new ApiError('storage_full')
    },
  }
}
