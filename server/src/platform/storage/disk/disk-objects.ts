import { createHash } from 'node:crypto'
import { createReadStream, type Stats } from 'node:fs'
import { chmod, chown, lstat, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Database } from '../../db/database.ts'
import { errorCode } from '../../file-error.ts'
import { isId, newId } from '../../id.ts'
import { syncFolder } from '../../private-file.ts'
import { folderName, isCounted } from '../object-key.ts'
import {
  announceObject,
  announceRemoval,
  confirmObject,
  removeObjectRow,
  withdrawObject,
} from '../object-queries.ts'
import type { ObjectKey, ObjectStat, Pause, Storage } from '../storage.ts'
import { requireQuota } from '../upload-queries.ts'
import { explainDiskError, isMissing } from './disk-errors.ts'
import type { DiskRoom } from './disk-room.ts'
import { type DiskFolders, makeLastingFolder, objectFile } from './folders.ts'
import { openContent } from './open-content.ts'
import { type Written, writeAt } from './write-at.ts'

export interface DiskParts {
  database: Database
  folders: DiskFolders
  pause: Pause
  room: DiskRoom
}

export function createDiskObjects(
  parts: DiskParts,
): Pick<Storage, 'put' | 'putFile' | 'get' | 'stat' | 'list' | 'organizations' | 'delete'> {
  const { database, folders, pause, room } = parts
  const statObject = async (key: ObjectKey): Promise<ObjectStat | null> => {
    const found = await stat(objectFile(folders, key)).catch((error) => {
      if (isMissing(error)) return null
      throw error
    })
    return found?.isFile() ? { ...key, size: found.size, modifiedAt: found.mtime } : null
  }

  return {
    put: async (key, body, { size = 0 } = {}) => {
      // What the platform keeps for itself, such as seals of the audit log, may use what is kept free.
      if (isCounted(key)) await room.require(size)
      return putObject(parts, key, size, (draft) => writeDraft(draft, body))
    },
    putFile: async (key, path, signal) => {
      const { size } = await requireOwnFile(path)
      return putObject(parts, key, size, (draft) => moveToDraft(draft, path, signal))
    },
    get: async (key, range) => openContent(objectFile(folders, key), range),
    stat: statObject,
    list: (organizationId, folder) => listObjects(folders, organizationId, folder, statObject),
    organizations: () => listOrganizations(folders),
    delete: async (key) => {
      const file = objectFile(folders, key)
      await database.asMember(key, (tx) => announceRemoval(tx, key, newId()))
      await pause('delete: announced')
      const removed = await unlink(file).then(
        () => true,
        (error) => {
          if (isMissing(error)) return false
          throw error
        },
      )
      if (removed) await syncFolder(dirname(file))
      await pause('delete: removed')
      await database.asMember(key, (tx) => removeObjectRow(tx, key))
      await pause('delete: recorded')
    },
  }
}

async function putObject(
  { database, folders, pause }: DiskParts,
  key: ObjectKey,
  size: number,
  makeDraft: (path: string) => Promise<Written>,
): Promise<ObjectStat> {
  const file = objectFile(folders, key)
  const writing = newId()
  await database.asMember(key, async (tx) => {
    if (isCounted(key)) await requireQuota(tx, key.organizationId, size)
    await announceObject(tx, key, writing, size)
  })
  await pause('put: announced')
  const draft = join(folders.drafts, writing)
  let written: Written
  try {
    written = await makeDraft(draft)
    await pause('put: written')
    await makeLastingFolder(dirname(file))
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    await database.asMember(key, (tx) => withdrawObject(tx, key, writing))
    throw explainDiskError(error)
  }
  await syncFolder(dirname(file))
  await pause('put: moved')
  await database.asMember(key, (tx) => confirmObject(tx, key, writing, written))
  await pause('put: recorded')
  return { ...key, size: written.size, modifiedAt: new Date() }
}

/** Processes that decode files of strangers make it: a link in its place would lead us to what they may not touch. */
async function requireOwnFile(path: string): Promise<Stats> {
  const found = await lstat(path)
  if (!found.isFile() || found.nlink > 1) throw new Error(`${path} is not a file of its own`)
  return found
}

async function writeDraft(path: string, body: AsyncIterable<Uint8Array>): Promise<Written> {
  const file = await open(path, 'wx', 0o600)
  try {
    const written = await writeAt(file, 0, body)
    await file.sync()
    return written
  } finally {
    await file.close()
  }
}

/** The file is read for its hash, which tells later whether the disk has kept it as it was. */
async function moveToDraft(draft: string, path: string, signal?: AbortSignal): Promise<Written> {
  const reading = { signal, highWaterMark: 1024 * 1024 }
  try {
    await rename(path, draft)
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error
    return writeDraft(draft, createReadStream(path, reading))
  }
  await chmod(draft, 0o600)
  // Whoever made it keeps no hold of it.
  if (process.getuid?.() === 0) await chown(draft, 0, 0)
  const file = await open(draft, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  return hashOf(createReadStream(draft, reading))
}

async function hashOf(body: AsyncIterable<Uint8Array>): Promise<Written> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of body) {
    hash.update(piece)
    size += piece.length
  }
  return { size, hash: hash.digest() }
}

async function* listObjects(
  folders: DiskFolders,
  organizationId: string,
  folder: string,
  statObject: Storage['stat'],
): AsyncIterable<ObjectStat> {
  const place = join(folders.objects, folderName(organizationId, folder))
  const entries = await readdir(place, { withFileTypes: true }).catch((error) => {
    if (isMissing(error)) return []
    throw error
  })
  // A folder sorts as the beginning of what is in it, as in a bucket.
  const named = entries.map((entry) => ({ entry, name: entry.isDirectory() ? `${entry.name}/` : entry.name }))
  named.sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const { entry } of named) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* listObjects(folders, organizationId, path, statObject)
    else {
      const found = await statObject({ organizationId, path })
      if (found !== null) yield found
    }
  }
}

async function* listOrganizations(folders: DiskFolders): AsyncIterable<string> {
  yield* (await readdir(folders.objects)).filter(isId).sort()
}
