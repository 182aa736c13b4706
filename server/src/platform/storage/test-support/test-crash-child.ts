import { flushCompileCache } from 'node:module'
import { Readable } from 'node:stream'
import pino from 'pino'
import { systemClock } from '../../clock.ts'
import { openDatabase } from '../../db/database.ts'
import { type DiskStorage, openDiskStorage } from '../disk/disk-storage.ts'
import type { BucketOptions } from '../s3/bucket.ts'
import { openS3Storage } from '../s3/s3-storage.ts'
import type { CompletedPart, ObjectKey, Storage, StoragePoint, UploadReference } from '../storage.ts'
import { stream } from './samples.ts'

export interface Crash {
  databaseUrl: string
  place: CrashPlace
  point: StoragePoint
  act: Act
}

export type CrashPlace = { kind: 'disk'; folder: string } | { kind: 's3'; bucket: BucketOptions }

export type Act =
  | { kind: 'begin'; key: ObjectKey; size: number; partSize: number }
  | { kind: 'part'; upload: UploadReference; number: number; content: string }
  | { kind: 'complete'; upload: UploadReference; parts: CompletedPart[] }
  | { kind: 'abort'; upload: UploadReference }
  | { kind: 'put'; key: ObjectKey; content: string }
  | { kind: 'delete'; key: ObjectKey }

/** Does one thing and dies in the middle of it, as if the power had been cut. */
async function run({ databaseUrl, place, point, act }: Crash): Promise<void> {
  // What is killed keeps nothing for the next one otherwise.
  flushCompileCache()
  const parts = {
    database: openDatabase({ url: databaseUrl }),
    clock: systemClock,
    pause: (reached: StoragePoint) => {
      if (reached === point) process.kill(process.pid, 'SIGKILL')
    },
  }
  if (place.kind === 's3') {
    if (act.kind !== 'part') await perform(openS3Storage({ ...parts, ...place.bucket }), act)
  } else {
    const storage = await openDiskStorage({
      ...parts,
      folder: place.folder,
      log: pino({ level: 'silent' }),
      urlKey: 'key',
      uploadOrigin: 'http://localhost',
      keepFreeBytes: 0,
    })
    if (act.kind === 'part') await receive(storage, act)
    else await perform(storage, act)
  }
  throw new Error(`It never came to "${point}"`)
}

function receive(
  storage: DiskStorage,
  { upload, number, content }: Extract<Act, { kind: 'part' }>,
): Promise<string> {
  const bytes = Buffer.from(content, 'base64')
  return storage.receivePart({ ...upload, number }, bytes.length, Readable.from(stream(bytes)))
}

async function perform(storage: Storage, act: Exclude<Act, { kind: 'part' }>): Promise<unknown> {
  switch (act.kind) {
    case 'begin':
      return storage.uploads.begin({ ...act.key, size: act.size, partSize: act.partSize })
    case 'complete':
      return storage.uploads.complete(act.upload, act.parts)
    case 'abort':
      return storage.uploads.abort(act.upload)
    case 'put':
      return storage.put(act.key, stream(Buffer.from(act.content, 'base64')))
    case 'delete':
      return storage.delete(act.key)
  }
}

await run(JSON.parse(process.argv[2] ?? '') as Crash)
