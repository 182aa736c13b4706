import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../db/database.ts'
import { isId } from '../../id.ts'
import { selectLiveUploads } from '../upload-queries.ts'
import { type DiskFolders, uploadOfFile } from './folders.ts'

const staleMilliseconds = 24 * 3_600_000

/**
 * Removes files that only a crash can have left: uploads that have ended, and drafts. Objects are never looked for:
 * a folder that belongs to another database, or to an older backup of this one, must stay whole.
 */
export async function cleanDisk(database: Database, folders: DiskFolders): Promise<number> {
  const names = (await readdir(folders.uploads)).filter((name) => isId(uploadOfFile(name)))
  const live = await database.asSystem((tx) => selectLiveUploads(tx, names.map(uploadOfFile)))
  const doomed: string[] = []
  for (const name of names) {
    const path = join(folders.uploads, name)
    const ended = !live.has(uploadOfFile(name))
    if (ended || (name.includes('.') && (await isStale(path)))) doomed.push(path)
  }
  for (const name of await readdir(folders.drafts)) {
    const path = join(folders.drafts, name)
    if (await isStale(path)) doomed.push(path)
  }
  for (const path of doomed) await rm(path, { force: true })
  return doomed.length
}

async function isStale(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > staleMilliseconds
}
