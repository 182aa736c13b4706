import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { organizations } from '../../db/schema/index.ts'
import type { StoragePoint } from '../storage.ts'
import type { StorageHarness } from './harness.ts'
import { beginUpload, largePartSize, newKey, read, usualPartSize } from './samples.ts'
import { addTestOrganization } from './test-organization.ts'
import { finishHalf, sendHalf } from './test-requests.ts'

export function testUploadFaults(use: () => StorageHarness): void {
  const uploads = () => use().storage.uploads

  describe('faults of uploads', () => {
    test('a stalled part that its retry overtakes changes nothing, even if it goes on later', async () => {
      const { upload, send, key, bytes } = await beginUpload(use(), { partSize: largePartSize })
      const spoiled = Buffer.alloc(largePartSize, 7)
      const stalled = await sendHalf(use(), await uploads().partUrl(upload, 2), spoiled)
      const parts = [await send(1), await send(2), await send(3)]
      const completed = await uploads().complete(upload, parts)
      expect(completed.size).toBe(bytes.length)
      expect(await finishHalf(stalled, spoiled)).not.toBe(200)
      expect((await read(use(), key)).equals(bytes)).toBe(true)
    })

    test('a part under way while the upload is completed does not get into it', async () => {
      const { upload, sendAll, key, bytes } = await beginUpload(use(), { partSize: largePartSize })
      const parts = await sendAll()
      const spoiled = Buffer.alloc(largePartSize, 7)
      const late = await sendHalf(use(), await uploads().partUrl(upload, 1), spoiled)
      await uploads().complete(upload, parts)
      expect(await finishHalf(late, spoiled)).not.toBe(200)
      expect((await read(use(), key)).equals(bytes)).toBe(true)
    })

    test('a part under way while the upload is aborted is gone with it', async () => {
      const { upload, part, key } = await beginUpload(use(), { partSize: largePartSize })
      const late = await sendHalf(use(), await uploads().partUrl(upload, 1), part(1))
      expect(await uploads().abort(upload)).toBe('aborted')
      expect(await finishHalf(late, part(1))).not.toBe(200)
      expect(await use().storage.stat(key)).toBe(null)
    })

    test.each<StoragePoint>(['complete: closed', 'complete: moved', 'complete: recorded'])(
      'aborted after "%s", the completion wins and both are told so',
      async (point) => {
        const { upload, sendAll, key, bytes } = await beginUpload(use())
        const parts = await sendAll()
        const aborted = Promise.withResolvers<string>()
        use().hooks.pause = async (reached) => {
          if (reached !== point) return
          use().hooks.pause = () => {}
          uploads().abort(upload).then(aborted.resolve, aborted.reject)
          await aborted.promise
        }
        const completed = await uploads().complete(upload, parts)
        expect(completed).toMatchObject(key)
        expect(await aborted.promise).toBe('complete')
        expect((await read(use(), key)).equals(bytes)).toBe(true)
      },
    )

    test('completed and aborted at once, one of them wins altogether', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { upload, sendAll, key } = await beginUpload(use(), { parts: 2 })
        const parts = await sendAll()
        const [completed, aborted] = await Promise.allSettled([
          uploads().complete(upload, parts),
          uploads().abort(upload),
        ])
        const kept = (await use().storage.stat(key)) !== null
        expect(completed.status).toBe(kept ? 'fulfilled' : 'rejected')
        expect(aborted).toEqual({ status: 'fulfilled', value: kept ? 'complete' : 'aborted' })
      }
    })

    test('what is reserved, stored or both counts against the quota, and is free again after it', async () => {
      const { database, storage } = use()
      const organizationId = await addTestOrganization(database)
      const own = { ...use(), organizationId }
      const size = usualPartSize + 1000
      await database.asSystem((tx) =>
        tx
          .update(organizations)
          .set({ quotaBytes: 2 * size })
          .where(eq(organizations.id, organizationId)),
      )
      const [first, second] = [await beginUpload(own, { parts: 2 }), await beginUpload(own, { parts: 2 })]
      const full = { code: 'quota_exceeded' }
      await expect(beginUpload(own, { parts: 2 })).rejects.toMatchObject(full)
      await storage.uploads.complete(first.upload, await first.sendAll())
      await expect(beginUpload(own, { parts: 1 })).rejects.toMatchObject(full)
      const small = newKey(own)
      const one = async function* () {
        yield Buffer.from('x')
      }
      await expect(storage.put(small, one(), { size: 1 })).rejects.toMatchObject(full)
      await storage.uploads.abort(second.upload)
      await storage.put(small, one(), { size: 1 })
      await storage.delete(first.key)
      await storage.delete(small)
      await Promise.all([beginUpload(own, { parts: 2 }), beginUpload(own, { parts: 2 })])
      await expect(beginUpload(own, { parts: 1 })).rejects.toMatchObject(full)
    })

    test('many reservations at once never exceed the quota', async () => {
      const organizationId = await addTestOrganization(use().database)
      await use().database.asSystem((tx) =>
        tx.update(organizations).set({ quotaBytes: 3500 }).where(eq(organizations.id, organizationId)),
      )
      const begun = await Promise.allSettled(
        Array.from({ length: 8 }, () => beginUpload({ ...use(), organizationId }, { parts: 1 })),
      )
      expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    })
  })
}
