import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { isId } from '../../id.ts'
import type { Log } from '../../log.ts'
import { type Repetition, repeat } from '../../repeat.ts'
import { cleanRecords } from '../clean-records.ts'
import { attachment } from '../content-disposition.ts'
import { findRecordedSize } from '../object-queries.ts'
import { createUrlSigner, type UrlSigner } from '../signed-url.ts'
import type { ObjectKey, Pause, Storage } from '../storage.ts'
import { selectLiveUploads } from '../upload-queries.ts'
import { objectAddress } from './addresses.ts'
import { createDiskObjects } from './disk-objects.ts'
import { createDiskRoom } from './disk-room.ts'
import { createDiskUploads } from './disk-uploads.ts'
import { type DiskFolders, makeFolders, objectFile, uploadOfFile } from './folders.ts'
import { type Attempt, releasePart, selectPointless } from './part-queries.ts'
import { createPartWriters, type PartWriters } from './part-writers.ts'
import { createPartReceiver, type ReceivePart } from './receive-part.ts'
import { takeWriterLock } from './writer-lock.ts'

/** Storage in a folder; its addresses are served by ourselves. */
export interface DiskStorage extends Storage {
  readonly kind: 'disk'
  readonly signer: UrlSigner
  readonly receivePart: ReceivePart
  /** Where the bytes are, for readers that keep the file open. */
  fileOf(key: ObjectKey): string
  /** The bytes that were stored, whatever the disk has left of them; null where it is not known, or just being written. */
  recordedSize(key: ObjectKey): Promise<number | null>
}

export interface DiskOptions {
  folder: string
  database: Database
  log: Log
  clock: Clock
  urlKey: string
  uploadOrigin: string
  keepFreeBytes?: number
  /** For tests: stops or dies between two steps. */
  pause?: Pause
}

const usuallyKeptFree = 512 * 1024 * 1024

export async function openDiskStorage(options: DiskOptions): Promise<DiskStorage> {
  const { database, log, uploadOrigin, pause = () => {} } = options
  const folders = await makeFolders(options.folder)
  const lock = takeWriterLock(folders.writers)
  const writers = createPartWriters()
  const watch = watchParts(database, log, writers)
  const signer = createUrlSigner(options.urlKey, options.clock)
  const room = createDiskRoom(folders.root, options.keepFreeBytes ?? usuallyKeptFree)
  const parts = { database, folders, pause, room, writers, lock, signer, uploadOrigin }
  const objects = createDiskObjects(parts)
  const uploads = createDiskUploads(parts)
  return {
    kind: 'disk',
    ...objects,
    uploads,
    signer,
    receivePart: createPartReceiver({ ...parts, onUnreleased: watch.releaseLater }),
    fileOf: (key) => objectFile(folders, key),
    recordedSize: (key) => database.asMember(key, (tx) => findRecordedSize(tx, key)),
    downloadUrl: async (key, { fileName, mediaType = 'application/octet-stream', signed }) => {
      const parameters = { ...signed, disposition: attachment(fileName), type: mediaType }
      return uploadOrigin + signer.sign('GET', objectAddress(key), parameters)
    },
    clean: async () => {
      const { abort, finish } = uploads
      const cleaned = await cleanRecords(database, { ...objects, abort, finish })
      const removed = await cleanDisk(database, folders)
      await lock.removeOld()
      return { ...cleaned, removed: cleaned.removed + removed }
    },
    close: async () => {
      await writers.stop(writers.all())
      await watch.stop()
      await lock.release()
    },
  }
}

const staleMilliseconds = 24 * 3_600_000

/**
 * Removes files that only a crash can have left: uploads that have ended, and drafts. Objects are never looked for:
 * a folder that belongs to another database, or to an older backup of this one, must stay whole.
 */
async function cleanDisk(database: Database, folders: DiskFolders): Promise<number> {
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

const everyMilliseconds = 1000

interface PartWatch extends Repetition {
  /** To be written down later that the attempt writes no more. */
  releaseLater(attempt: Attempt): void
}

/** Ends attempts that another process has overtaken or whose upload another process has closed. */
function watchParts(database: Database, log: Log, writers: PartWriters): PartWatch {
  const unreleased = new Set<Attempt>()
  const round = async () => {
    for (const attempt of unreleased) {
      await database.asMember(attempt, (tx) => releasePart(tx, attempt))
      unreleased.delete(attempt)
    }
    const attempts = writers.all()
    if (attempts.length === 0) return
    await writers.stop(await database.asSystem((tx) => selectPointless(tx, attempts)))
  }
  return {
    ...repeat(log, 'Looking for overtaken parts', everyMilliseconds, round),
    releaseLater: (attempt) => unreleased.add(attempt),
  }
}
