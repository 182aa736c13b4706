import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@cresyl/contract/api/errors'
import { expect } from 'vitest'
import { isDatabaseAway } from '../platform/db/failures.ts'
import { newId } from '../platform/id.ts'
import type { DiskStorage } from '../platform/storage/disk/disk-storage.ts'
import type { CompletedPart, ObjectKey, StoragePoint, UploadReference } from '../platform/storage/storage.ts'
import { bytesOf, collect, stream } from '../platform/storage/test-support/samples.ts'

export const storagePoints: readonly StoragePoint[] = [
  'begin: reserved',
  'begin: made',
  'part: claimed',
  'part: written',
  'part: synced',
  'part: replacing',
  'part: acknowledged',
  'complete: closed',
  'complete: moved',
  'complete: recorded',
  'abort: closed',
  'abort: removed',
  'put: announced',
  'put: written',
  'put: moved',
  'put: recorded',
  'delete: announced',
  'delete: removed',
  'delete: recorded',
]

const partSize = 64 * 1024

/**
 * Comes past every point once, as a client that repeats what failed. What was acknowledged on the way is there, and
 * is what was sent. Returns how often something had to be repeated.
 */
export async function passStoragePoints(storage: DiskStorage, organizationId: string): Promise<number> {
  let repeated = 0
  const insist = async <T>(act: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await act()
      } catch (error) {
        const passes = isDatabaseAway(error) || (error instanceof ApiError && error.code === 'unavailable')
        if (!passes) throw error
        repeated += 1
        await sleep(100)
      }
    }
  }
  const keyOf = (name: string): ObjectKey => ({ organizationId, path: `files/${newId()}/${name}` })
  const expectContent = async (key: ObjectKey, content: Buffer) => {
    const { body } = await insist(() => storage.get(key))
    expect(Buffer.concat(await collect(body)).equals(content), key.path).toBe(true)
  }
  const sendPart = (upload: UploadReference, number: number, content: Buffer) =>
    insist(() =>
      storage.receivePart({ ...upload, number }, content.length, Readable.from(stream(Buffer.from(content)))),
    )

  const object = keyOf('object')
  for (const version of ['first', 'second']) {
    const content = bytesOf(version, 5000)
    await insist(() => storage.put(object, stream(content)))
    await expectContent(object, content)
  }
  await insist(() => storage.delete(object))
  expect(await insist(() => storage.stat(object))).toBe(null)

  const key = keyOf('original')
  const content = bytesOf(key.path, 2 * partSize + 1000)
  const upload = await insist(() => storage.uploads.begin({ ...key, size: content.length, partSize }))
  const parts: CompletedPart[] = []
  for (const number of [1, 2, 3]) {
    const part = content.subarray((number - 1) * partSize, number * partSize)
    if (number === 2) await sendPart(upload, number, bytesOf('another version', partSize))
    parts.push({ partNumber: number, etag: await sendPart(upload, number, part) })
    const stored = await insist(() => storage.uploads.listParts(upload))
    expect(stored.map(({ partNumber, etag }) => ({ partNumber, etag }))).toEqual(parts)
  }
  await insist(() => storage.uploads.complete(upload, parts))
  await expectContent(key, content)

  const unwanted = await insist(() => storage.uploads.begin({ ...keyOf('unwanted'), size: 1000, partSize }))
  await sendPart(unwanted, 1, bytesOf('unwanted', 1000))
  expect(await insist(() => storage.uploads.abort(unwanted))).toBe('aborted')
  return repeated
}
