import { describe, expect, test } from 'vitest'
import type { StorageHarness } from './harness.ts'
import { anHourAgo } from './objects-contract.ts'
import { beginUpload, read, usualPartSize } from './samples.ts'
import { sendPart } from './test-requests.ts'

export function testUploads(use: () => StorageHarness): void {
  const uploads = () => use().storage.uploads

  describe('an upload', () => {
    test('becomes an object once all its parts have arrived, in whatever order', async () => {
      const { key, upload, bytes, send } = await beginUpload(use(), { parts: 4 })
      const parts = []
      for (const number of [3, 1, 4, 2]) parts.push(await send(number))
      expect(await use().storage.stat(key)).toBe(null)
      const stored = await uploads().listParts(upload)
      expect(stored.map(({ partNumber, size }) => [partNumber, size])).toEqual([
        [1, usualPartSize],
        [2, usualPartSize],
        [3, usualPartSize],
        [4, 1000],
      ])
      const completed = await uploads().complete(upload, parts)
      expect(completed).toMatchObject({ ...key, size: bytes.length })
      expect((await read(use(), key)).equals(bytes)).toBe(true)
    })

    test('of one part that is smaller than all others is an upload too', async () => {
      const { key, upload, bytes, sendAll } = await beginUpload(use(), { parts: 1 })
      await uploads().complete(upload, await sendAll())
      expect((await read(use(), key)).equals(bytes)).toBe(true)
    })

    test('of so many parts that their numbers have two and three digits is completed in order', async () => {
      const count = 105
      const { key, upload, bytes, send } = await beginUpload(use(), { parts: count, partSize: 2048 })
      const parts = []
      for (let start = 1; start <= count; start += 5) {
        parts.push(...(await Promise.all([0, 1, 2, 3, 4].map((n) => send(start + n)))))
      }
      expect(await uploads().listParts(upload)).toHaveLength(count)
      await uploads().complete(upload, parts.toReversed())
      expect((await read(use(), key)).equals(bytes)).toBe(true)
    })

    test('is completed with and without the quotes of the ETags', async () => {
      const { key, upload, sendAll } = await beginUpload(use(), { parts: 2 })
      const parts = (await sendAll()).map((part) => ({ ...part, etag: part.etag.replaceAll('"', '') }))
      expect(await uploads().complete(upload, parts)).toMatchObject(key)
    })

    test('is completed once, however often it is asked for', async () => {
      const { upload, sendAll, key, bytes } = await beginUpload(use())
      const parts = await sendAll()
      const first = await Promise.all([1, 2, 3].map(() => uploads().complete(upload, parts)))
      const again = await uploads().complete(upload, parts)
      for (const each of first) expect(each).toEqual(again)
      expect((await read(use(), key)).equals(bytes)).toBe(true)
    })

    test('that lacks a part, or names one wrongly, stays open and can be completed later', async () => {
      const { upload, send, key, bytes } = await beginUpload(use())
      const [first, third] = [await send(1), await send(3)]
      const wrong = { partNumber: 2, etag: first.etag }
      for (const parts of [[], [first, third], [first, wrong, third], [first, first, third]]) {
        await expect(uploads().complete(upload, parts)).rejects.toMatchObject({ code: 'parts_mismatch' })
      }
      const second = await send(2)
      for (const parts of [
        [first, wrong, third],
        [first, second, { partNumber: 3, etag: second.etag }],
        [first, second, third, { partNumber: 4, etag: third.etag }],
        [second, second, third],
      ]) {
        await expect(uploads().complete(upload, parts)).rejects.toMatchObject({ code: 'parts_mismatch' })
      }
      expect(await use().storage.stat(key)).toBe(null)
      await uploads().complete(upload, [third, first, second])
      expect((await read(use(), key)).equals(bytes)).toBe(true)
    })

    test('takes the newest version of a part that is sent twice', async () => {
      const { upload, send, part, key, bytes } = await beginUpload(use())
      const old = await sendPart(await uploads().partUrl(upload, 2), Buffer.alloc(usualPartSize, 1))
      const parts = [await send(1), await send(2), await send(3)]
      const stale = [parts[0], { partNumber: 2, etag: old.etag }, parts[2]]
      await expect(uploads().complete(upload, stale as typeof parts)).rejects.toMatchObject({
        code: 'parts_mismatch',
      })
      const url = await uploads().partUrl(upload, 2)
      for (let n = 0; n < 2; n += 1) expect(await sendPart(url, part(2))).toMatchObject({ status: 200 })
      await uploads().complete(upload, parts)
      expect((await read(use(), key)).equals(bytes)).toBe(true)
    })

    test('that is aborted leaves nothing, takes nothing more and can be aborted again', async () => {
      const { upload, send, part, key } = await beginUpload(use())
      const first = await send(1)
      const url = await uploads().partUrl(upload, 2)
      expect(await uploads().abort(upload)).toBe('aborted')
      expect((await sendPart(url, part(2))).status).toBeGreaterThanOrEqual(400)
      await expect(uploads().partUrl(upload, 2)).rejects.toMatchObject({ code: 'upload_closed' })
      await expect(uploads().complete(upload, [first])).rejects.toMatchObject({ code: 'upload_closed' })
      expect(await uploads().abort(upload)).toBe('aborted')
      expect(await use().storage.stat(key)).toBe(null)
    })

    test('that is complete stays so when it is aborted', async () => {
      const { upload, sendAll, part, key, bytes } = await beginUpload(use())
      const url = await uploads().partUrl(upload, 1)
      await uploads().complete(upload, await sendAll())
      expect(await uploads().abort(upload)).toBe('complete')
      expect((await sendPart(url, part(1))).status).toBeGreaterThanOrEqual(400)
      expect((await read(use(), key)).equals(bytes)).toBe(true)
    })

    test('of another organisation does not exist', async () => {
      const { upload, sendAll } = await beginUpload(use())
      const parts = await sendAll()
      const foreign = { ...upload, organizationId: use().otherOrganizationId }
      const missing = { code: 'not_found' }
      await expect(uploads().partUrl(foreign, 1)).rejects.toMatchObject(missing)
      await expect(uploads().listParts(foreign)).rejects.toMatchObject(missing)
      await expect(uploads().complete(foreign, parts)).rejects.toMatchObject(missing)
      await expect(uploads().abort(foreign)).rejects.toMatchObject(missing)
      await uploads().complete(upload, parts)
    })
  })

  describe('the address of a part', () => {
    test('takes as many bytes as the part has, neither more nor fewer', async () => {
      const { upload, part, sendAll } = await beginUpload(use())
      const url = await uploads().partUrl(upload, 3)
      for (const bytes of [part(1), part(3).subarray(1), Buffer.concat([part(3), part(3)])]) {
        expect((await sendPart(url, bytes)).status).toBeGreaterThanOrEqual(400)
      }
      expect(await uploads().listParts(upload)).toEqual([])
      await uploads().complete(upload, await sendAll())
    })

    test('exists for the parts of the upload only', async () => {
      const { upload } = await beginUpload(use())
      for (const number of [0, 4, -1, 1.5]) {
        await expect(uploads().partUrl(upload, number)).rejects.toMatchObject({ code: 'not_found' })
      }
    })

    test('that was changed, is used for something else, or has expired is refused', async () => {
      const { upload, part } = await beginUpload(use(), { parts: 12 })
      const url = await uploads().partUrl(upload, 1)
      const other = await beginUpload(use(), { parts: 12, seed: 'another slide' })
      const otherUrl = await uploads().partUrl(other.upload, 1)
      const crossed = new URL(url)
      crossed.pathname = new URL(otherUrl).pathname
      const changed = [
        `${url}0`,
        url.slice(0, -1),
        url.replace(/parts\/1\?|partNumber=1&/, (found) => found.replace('1', '2')),
        ...(use().storage.kind === 'disk' ? [url.replace('size=', 'size=1'), crossed.href] : []),
        await anHourAgo(use(), () => uploads().partUrl(upload, 1)),
      ]
      for (const each of changed) {
        expect(each).not.toBe(url)
        expect([(await sendPart(each, part(1))).status, each]).toEqual([403, each])
      }
      const deleted = await fetch(url, { method: 'DELETE' })
      expect(deleted.status).toBeGreaterThanOrEqual(400)
      await deleted.body?.cancel()
      expect(await uploads().listParts(upload)).toEqual([])
    })
  })
}
