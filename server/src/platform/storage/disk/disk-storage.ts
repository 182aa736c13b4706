import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import type { Log } from '../../log.ts'
import { cleanRecords } from '../clean-records.ts'
import { attachment } from '../content-disposition.ts'
import { findRecordedSize } from '../object-queries.ts'
import { createUrlSigner, type UrlSigner } from '../signed-url.ts'
import type { ObjectKey, Pause, Storage } from '../storage.ts'
import { objectAddress } from './addresses.ts'
import { cleanDisk } from './clean-disk.ts'
import { createDiskObjects } from './disk-objects.ts'
import { createDiskRoom } from './disk-room.ts'
import { createDiskUploads } from './disk-uploads.ts'
import { makeFolders, objectFile } from './folders.ts'
import { createPartWriters } from './part-writers.ts'
import { createPartReceiver, type ReceivePart } from './receive-part.ts'
import { watchParts } from './watch-parts.ts'
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
