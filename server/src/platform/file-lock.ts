import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export interface FileLock {
  readonly isOpen: boolean
  close(): void
}

const SQLITE_BUSY = 5

/**
 * Node has no file locks, but its SQLite has: an open exclusive transaction is an operating-system lock on
 * the file. It ends with the process, however that dies, and a reused process id can't fake it. Nothing else
 * may open this file: closing any descriptor of it would drop the lock.
 */
export function takeFileLock(path: string): FileLock | 'busy' {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path)
    // A file that this user may only read would be "locked" without excluding anybody: the write finds out.
    database.exec('pragma journal_mode = memory; begin exclusive; pragma user_version = 1')
    return database
  } catch (error) {
    database?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return 'busy'
    throw error
  }
}

/** Whether a process holds the lock. Never to be asked about a lock of one's own. */
export function isFileLocked(path: string): boolean {
  if (!existsSync(path)) return false
  const lock = takeFileLock(path)
  if (lock === 'busy') return true
  lock.close()
  return false
}
