import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StoragePoint } from '../storage.ts'
import { beginUpload, bytesOf, newKey, read, stream, usualPartSize } from '../test-support/samples.ts'
import { crash, expectTidy, passDays } from '../test-support/test-crash.ts'
import { openTestDisk, type TestDisk } from '../test-support/test-disk.ts'
import { addTestOrganization } from '../test-support/test-organization.ts'

let disk: TestDisk

beforeAll(async () => {
  disk = await openTestDisk()
})

afterAll(async () => {
  await disk.close()
})

beforeEach(async () => {
  disk.organizationId = await addTestOrganization(disk.database)
})

const encode = (bytes: Buffer) => bytes.toString('base64')

describe('kill -9', () => {
  test.each<StoragePoint>(['begin: reserved', 'begin: made'])(
    'after "%s": the reservation is given back and nothing stays',
    async (point) => {
      await crash(disk, point, { kind: 'begin', key: newKey(disk), size: 5000, partSize: 1000 })
      await passDays(disk)
      expect((await disk.storage.clean()).interrupted).toHaveLength(1)
      await expectTidy(disk)
    },
  )

  test.each<StoragePoint>(['part: claimed', 'part: written', 'part: synced', 'part: acknowledged'])(
    'after "%s": the part is there only if it was acknowledged, and can be sent again',
    async (point) => {
      const { key, upload, part, send, bytes } = await beginUpload(disk)
      const [first, third] = [await send(1), await send(3)]
      await crash(disk, point, { kind: 'part', upload, number: 2, content: encode(part(2)) })
      const stored = await disk.storage.uploads.listParts(upload)
      const acknowledged = point === 'part: acknowledged'
      expect(stored.map(({ partNumber }) => partNumber)).toEqual(acknowledged ? [1, 2, 3] : [1, 3])
      const second = acknowledged ? { partNumber: 2, etag: stored[1]?.etag ?? '' } : await send(2)
      await disk.storage.uploads.complete(upload, [first, second, third])
      expect((await read(disk, key)).equals(bytes)).toBe(true)
      await disk.storage.clean()
      await expectTidyLater()
    },
  )

  test.each<[StoragePoint, boolean]>([
    ['part: claimed', true],
    ['part: replacing', false],
    ['part: written', false],
    ['part: synced', false],
  ])(
    'after "%s" of another version of a stored part: the old one counts only while it is whole',
    async (point, kept) => {
      const { key, upload, sendAll, send, bytes } = await beginUpload(disk)
      const parts = await sendAll()
      const content = encode(bytesOf('another version', usualPartSize))
      await crash(disk, point, { kind: 'part', upload, number: 2, content })
      expect(await disk.storage.uploads.listParts(upload)).toHaveLength(kept ? 3 : 2)
      if (!kept) {
        await expect(disk.storage.uploads.complete(upload, parts)).rejects.toMatchObject({
          code: 'parts_mismatch',
        })
        await send(2)
      }
      await disk.storage.uploads.complete(upload, parts)
      expect((await read(disk, key)).equals(bytes)).toBe(true)
      await expectTidyLater()
    },
  )

  describe.each<StoragePoint>(['complete: closed', 'complete: moved', 'complete: recorded'])(
    'after "%s"',
    (point) => {
      test('the upload is complete as soon as someone asks again', async () => {
        const { key, upload, sendAll, bytes } = await beginUpload(disk)
        const parts = await sendAll()
        await crash(disk, point, { kind: 'complete', upload, parts })
        expect(await disk.storage.uploads.complete(upload, parts)).toMatchObject(key)
        expect((await read(disk, key)).equals(bytes)).toBe(true)
        await expectTidyLater()
      })

      test('the janitor completes it, and nobody can abort it any more', async () => {
        const { key, upload, sendAll, bytes } = await beginUpload(disk)
        await crash(disk, point, { kind: 'complete', upload, parts: await sendAll() })
        await passDays(disk)
        expect((await disk.storage.clean()).interrupted).toEqual([])
        expect((await read(disk, key)).equals(bytes)).toBe(true)
        expect(await disk.storage.uploads.abort(upload)).toBe('complete')
        await expectTidy(disk)
      })
    },
  )

  test.each<StoragePoint>(['abort: closed', 'abort: removed'])('after "%s": it is aborted', async (point) => {
    const { key, upload, sendAll } = await beginUpload(disk)
    const parts = await sendAll()
    await crash(disk, point, { kind: 'abort', upload })
    await expect(disk.storage.uploads.complete(upload, parts)).rejects.toMatchObject({
      code: 'upload_closed',
    })
    expect(await disk.storage.stat(key)).toBe(null)
    await expectTidyLater()
  })

  test.each<StoragePoint>(['put: announced', 'put: written', 'put: moved', 'put: recorded'])(
    'after "%s": an object is the old one or the new one, and a new one is there or not',
    async (point) => {
      const [key, fresh] = [newKey(disk), newKey(disk)]
      const [before, after] = [bytesOf('before', 5000), bytesOf('after', 7000)]
      await disk.storage.put(key, stream(before))
      const moved = point === 'put: moved' || point === 'put: recorded'
      for (const each of [key, fresh])
        await crash(disk, point, { kind: 'put', key: each, content: encode(after) })
      const check = async () => expect((await read(disk, key)).equals(moved ? after : before)).toBe(true)
      await check()
      await expectTidyLater()
      await check()
      expect((await disk.storage.stat(fresh)) !== null).toBe(point === 'put: recorded')
    },
  )

  test.each<StoragePoint>(['delete: announced', 'delete: removed', 'delete: recorded'])(
    'after "%s": the object is whole or gone',
    async (point) => {
      const key = newKey(disk)
      await disk.storage.put(key, stream(bytesOf('an object', 5000)))
      await crash(disk, point, { kind: 'delete', key })
      expect((await disk.storage.stat(key))?.size).toBe(point === 'delete: announced' ? 5000 : undefined)
      await expectTidyLater()
    },
  )
})

async function expectTidyLater(): Promise<void> {
  await passDays(disk)
  await disk.storage.clean()
  await expectTidy(disk)
}
