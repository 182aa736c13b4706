import type { Database } from '../db/database.ts'
import { confirmObject, selectAbandonedObjects } from './object-queries.ts'
import type { CleanUp, Storage, UploadReference } from './storage.ts'
import {
  removeOldUploads,
  selectIdleUploads,
  selectUnfinishedUploads,
  type UploadRow,
} from './upload-queries.ts'

export interface CleanedStorage extends Pick<Storage, 'stat' | 'delete'> {
  abort(upload: UploadReference): Promise<'aborted' | 'complete'>
  finish(upload: UploadRow): Promise<unknown>
}

/** Brings what the tables say and what is in storage together again, after crashes and for uploads left alone. */
export async function cleanRecords(database: Database, storage: CleanedStorage): Promise<CleanUp> {
  for (const upload of await database.asSystem(selectUnfinishedUploads)) await storage.finish(upload)
  const interrupted = []
  for (const upload of await database.asSystem(selectIdleUploads)) {
    if ((await storage.abort(upload)) === 'aborted') interrupted.push(upload)
  }
  const abandoned = await database.asSystem(selectAbandonedObjects)
  for (const { writing, stored, ...key } of abandoned) {
    // Nobody was told that a first write succeeded; of a later one, whichever content is there counts.
    const found = stored ? await storage.stat(key) : null
    if (found === null) await storage.delete(key)
    else
      await database.asMember(key, (tx) => confirmObject(tx, key, writing, { size: found.size, hash: null }))
  }
  await database.asSystem(removeOldUploads)
  return { interrupted, removed: abandoned.length }
}
