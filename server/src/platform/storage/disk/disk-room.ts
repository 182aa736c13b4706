import { statfs } from 'node:fs/promises'
import { ApiError } from '@cresyl/contract/api/errors'

/** What the disk has left for files: the database and the log live on it, too, and keep some of it to themselves. */
export interface DiskRoom {
  freeBytes(): Promise<number>
  /** `storage_full` where there is no room for so many bytes. */
  require(bytes: number): Promise<void>
}

export function createDiskRoom(folder: string, keepFreeBytes: number): DiskRoom {
  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize - keepFreeBytes
  }
  return {
    freeBytes,
    require: async (bytes) => {
      if (bytes > (await freeBytes())) throw new ApiError('storage_full')
    },
  }
}
