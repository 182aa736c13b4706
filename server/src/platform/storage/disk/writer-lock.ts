import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileLock, isFileLocked, takeFileLock } from '../../file-lock.ts'
import { newId } from '../../id.ts'

/** Tells other processes on the same folder whether this one still lives. */
export interface WriterLock {
  id: string
  /** Whether the process is gone for good, and with it every write it had begun. */
  isDead(writer: string): boolean
  /** Forgets processes that died long ago. */
  removeOld(): Promise<void>
  release(): Promise<void>
}

const attempts = 5
const hour = 3_600_000

export function takeWriterLock(folder: string): WriterLock {
  const { id, lock } = lockNewFile(folder)
  return {
    id,
    isDead: (writer) => writer !== id && !isFileLocked(join(folder, writer)),
    removeOld: async () => {
      for (const name of await readdir(folder)) {
        // Between being made and being locked a file looks like that of a dead process.
        const found = await stat(join(folder, name)).catch(() => null)
        if (name === id || found === null || Date.now() - found.mtimeMs < hour) continue
        if (!isFileLocked(join(folder, name))) await rm(join(folder, name), { force: true })
      }
    },
    release: async () => {
      if (!lock.isOpen) return
      lock.close()
      await rm(join(folder, id), { force: true })
    },
  }
}

/** Someone may just be looking whether the new file is locked: then another one is tried. */
function lockNewFile(folder: string): { id: string; lock: FileLock } {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const id = newId()
    const lock = takeFileLock(join(folder, id))
    if (lock !== 'busy') return { id, lock }
  }
  throw new Error(`No lock could be taken in ${folder}`)
}
