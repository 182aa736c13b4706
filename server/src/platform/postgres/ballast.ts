import { randomBytes } from 'node:crypto'
import { open, rm, stat, statfs, unlink } from 'node:fs/promises'
import { join } from 'node:path'

const MB = 1024 * 1024

/**
 * Room that is kept back beside the database. On a disk that somebody else has filled to its last byte PostgreSQL ends
 * at its next checkpoint and can't start again: given this up, it has enough to answer until there is more.
 */
export interface Ballast {
  /** Takes the room, unless it is taken or there is little. */
  keep(): Promise<void>
  /** Whether there was any to give up. */
  giveUp(): Promise<boolean>
}

export function openBallast(folder: string, bytes = 64 * MB, leaveFree = 512 * MB): Ballast {
  const path = join(folder, 'ballast')
  return {
    keep: async () => {
      if ((await stat(path).catch(() => null)) !== null) return
      if ((await freeBytes(folder)) < bytes + leaveFree) return
      const file = await open(path, 'wx', 0o600)
      try {
        // File systems that compress would keep nothing for zeros.
        for (let written = 0; written < bytes; written += MB) await file.write(randomBytes(MB))
        await file.sync()
      } catch (error) {
        await rm(path, { force: true })
        throw error
      } finally {
        await file.close()
      }
    },
    giveUp: () =>
      unlink(path).then(
        () => true,
        () => false,
      ),
  }
}

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
