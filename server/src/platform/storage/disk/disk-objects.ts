import { type FileHandle, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ApiError } from '@cresyl/contract/errors'
import type { Database } from '../../db/database.ts'
import { newId } from '../../id.ts'
import { syncFolder } from '../../private-file.ts'
import { clipRange } from '../byte-range.ts'
import { folderName, isCounted, isOrganizationId } from '../object-key.ts'
import {
  announceObject,
  announceRemoval,
  confirmObject,
  removeObjectRow,
  withdrawObject,
} from '../object-queries.ts'
import type {
  ByteRange,
  ObjectContent,
  ObjectKey,
  ObjectStat,
  Pause,
  PutOptions,
  Storage,
} from '../storage.ts'
import { requireQuota } from '../upload-queries.ts'
import { explainDiskError, isMissing } from './disk-errors.ts'
import { type DiskFolders, makeLastingFolder, objectFile } from './folders.ts'
import { type Written, writeAt } from './write-at.ts'

export interface DiskParts {
  database: Database
  folders: DiskFolders
  pause: Pause
}

export function createDiskObjects(
  parts: DiskParts,
): Pick<Storage, 'put' | 'get' | 'stat' | 'list' | 'organizations' | 'delete'> {
  const { database, folders, pause } = parts
  const statObject = async (key: ObjectKey): Promise<ObjectStat | null> => {
    const found = await stat(objectFile(folders, key)).catch((error) => {
      if (isMissing(error)) return null
      throw error
    })
    return found?.isFile() ? { ...key, size: found.size, modifiedAt: found.mtime } : null
  }

  return {
    put: (key, body, options) => putObject(parts, key, body, options),
    get: (key, range) => getObject(folders, key, range),
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
  body: AsyncIterable<Uint8Array>,
  { size = 0 }: PutOptions = {},
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
    written = await writeDraft(draft, body)
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

async function getObject(folders: DiskFolders, key: ObjectKey, range?: ByteRange): Promise<ObjectContent> {
  const file = await open(objectFile(folders, key), 'r').catch((error) => {
    throw isMissing(error) ? new ApiError('not_found') : error
  })
  try {
    return await readContent(file, range)
  } catch (error) {
    await file.close()
    throw error
  }
}

/** The stream closes the file. */
async function readContent(file: FileHandle, range?: ByteRange): Promise<ObjectContent> {
  const found = await file.stat()
  if (!found.isFile()) throw new ApiError('not_found')
  const { offset, length } = clipRange(found.size, range)
  // An empty file has no last byte; reading to its first ends at once.
  const end = Math.max(0, offset + length - 1)
  const body = file.createReadStream({ start: offset, end, highWaterMark: 256 * 1024 })
  return { size: found.size, offset, length, body }
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
  yield* (await readdir(folders.objects)).filter(isOrganizationId).sort()
}
