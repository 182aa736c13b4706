import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoragePoint } from '../storage.ts'
import { beginUpload, bytesOf, newKey, read, stream } from '../test-support/samples.ts'
import { ageRecords, crash, expectRightBooks } from '../test-support/test-crash.ts'
import { openTestS3, type TestS3 } from '../test-support/test-s3.ts'
import { testS3Server } from '../test-support/test-s3-server.ts'
import { openBucket } from './bucket.ts'

let s3: TestS3

beforeAll(async () => {
  s3 = await openTestS3(testS3Server())
})

afterAll(async () => {
  await s3.close()
})

const inTwoDays = () => new Date(Date.now() + 2 * 24 * 3_600_000)

/** Two days later the janitor has come by: the bucket knows of no upload, and the books are right. */
async function cleanLater() {
  await ageRecords(s3)
  s3.hooks.now = inTwoDays
  const cleaned = await s3.storage.clean()
  s3.hooks.now = () => new Date()
  const { client, name } = openBucket(s3.options)
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: name }))
  client.destroy()
  expect(Uploads).toEqual([])
  await expectRightBooks(s3)
  return cleaned
}

describe('kill -9', () => {
  test.each<StoragePoint>(['begin: reserved', 'begin: made'])(
    'after "%s": the reservation is given back and nothing stays',
    async (point) => {
      await crash(s3, point, { kind: 'begin', key: newKey(s3), size: 5000, partSize: 1000 })
      expect((await cleanLater()).interrupted).toHaveLength(1)
    },
  )

  test.each<StoragePoint>(['complete: closed', 'complete: moved', 'complete: recorded'])(
    'after "%s": the upload is complete, by whoever asks or by the janitor',
    async (point) => {
      const [asked, left] = [await beginUpload(s3), await beginUpload(s3)]
      const parts = await asked.sendAll()
      await crash(s3, point, { kind: 'complete', upload: asked.upload, parts })
      await crash(s3, point, { kind: 'complete', upload: left.upload, parts: await left.sendAll() })
      await s3.storage.uploads.complete(asked.upload, parts)
      expect((await cleanLater()).interrupted).toEqual([])
      for (const { key, bytes } of [asked, left]) expect((await read(s3, key)).equals(bytes)).toBe(true)
      expect(await s3.storage.uploads.abort(left.upload)).toBe('complete')
    },
  )

  test.each<StoragePoint>(['abort: closed', 'abort: removed'])('after "%s": it is aborted', async (point) => {
    const { key, upload, sendAll } = await beginUpload(s3)
    const parts = await sendAll()
    await crash(s3, point, { kind: 'abort', upload })
    await expect(s3.storage.uploads.complete(upload, parts)).rejects.toMatchObject({ code: 'upload_closed' })
    await cleanLater()
    expect(await s3.storage.stat(key)).toBe(null)
  })

  test.each<StoragePoint>(['put: announced', 'put: moved', 'put: recorded'])(
    'after "%s": an object is the old one or the new one, and a new one is there or not',
    async (point) => {
      const [key, fresh] = [newKey(s3), newKey(s3)]
      const [before, after] = [bytesOf('before', 5000), bytesOf('after', 7000)]
      await s3.storage.put(key, stream(before))
      for (const each of [key, fresh]) {
        await crash(s3, point, { kind: 'put', key: each, content: after.toString('base64') })
      }
      await cleanLater()
      expect((await read(s3, key)).equals(point === 'put: announced' ? before : after)).toBe(true)
      expect((await s3.storage.stat(fresh)) !== null).toBe(point === 'put: recorded')
    },
  )

  test.each<StoragePoint>(['delete: announced', 'delete: removed', 'delete: recorded'])(
    'after "%s": the object is whole or gone',
    async (point) => {
      const key = newKey(s3)
      await s3.storage.put(key, stream(bytesOf('an object', 5000)))
      await crash(s3, point, { kind: 'delete', key })
      await cleanLater()
      expect((await s3.storage.stat(key))?.size).toBe(point === 'delete: announced' ? 5000 : undefined)
    },
  )
})
