import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { beginUpload, bytesOf, newKey, read, stream } from '../test-support/samples.ts'
import { ageRecords, expectRightBooks } from '../test-support/test-crash.ts'
import { addTestOrganization } from '../test-support/test-organization.ts'
import { openTestS3, type TestS3 } from '../test-support/test-s3.ts'
import { openS3Proxy, type S3Proxy } from '../test-support/test-s3-proxy.ts'
import { testS3Server } from '../test-support/test-s3-server.ts'

const megabyte = 1024 * 1024
/** Fewer than the driver tries. */
const some = 3

let proxy: S3Proxy
let s3: TestS3

beforeAll(async () => {
  proxy = await openS3Proxy(testS3Server())
  s3 = await openTestS3(proxy.server)
})

afterAll(async () => {
  await s3.close()
  await proxy.close()
})

beforeEach(async () => {
  s3.organizationId = await addTestOrganization(s3.database)
})

describe.each(['before', 'after'] as const)('S3 that answers 503 for a moment, %s it obeys', (when) => {
  async function during<T>(act: () => Promise<T>): Promise<T> {
    const before = proxy.refused()
    proxy.refuse(some, when)
    const outcome = await act()
    expect(proxy.refused() - before).toBe(some)
    return outcome
  }

  test('takes, gives and removes an object all the same', async () => {
    const key = newKey(s3)
    const content = bytesOf('an object', 5000)
    await during(() => s3.storage.put(key, stream(content)))
    expect((await during(() => read(s3, key))).equals(content)).toBe(true)
    expect(await during(() => s3.storage.stat(key))).toMatchObject({ size: 5000 })
    await expectRightBooks(s3)
    await during(() => s3.storage.delete(key))
    expect(await s3.storage.stat(key)).toBe(null)
    await expectRightBooks(s3)
  })

  test('takes a long stream whole, although it begins in the middle of it and again at its end', async () => {
    const key = newKey(s3)
    const content = Buffer.alloc(40 * megabyte, 'a long stream ')
    async function* interrupted() {
      yield content.subarray(0, 20 * megabyte)
      proxy.refuse(some, when)
      yield content.subarray(20 * megabyte)
      proxy.refuse(some, when)
    }
    await s3.storage.put(key, interrupted())
    expect((await read(s3, key)).equals(content)).toBe(true)
  })

  test('takes an upload from its beginning to its end', async () => {
    const { key, upload, bytes, sendAll } = await during(() => beginUpload(s3))
    const parts = await sendAll()
    expect(await during(() => s3.storage.uploads.listParts(upload))).toHaveLength(parts.length)
    await during(() => s3.storage.uploads.complete(upload, parts))
    expect((await read(s3, key)).equals(bytes)).toBe(true)
    await expectRightBooks(s3)
  })

  test('gives an upload up', async () => {
    const { upload, sendAll } = await beginUpload(s3)
    await sendAll()
    expect(await during(() => s3.storage.uploads.abort(upload))).toBe('aborted')
    await expectRightBooks(s3)
  })
})

describe('S3 that answers 503 for longer than anyone waits', () => {
  test('is told as such, and the same works later, with nothing lost', async () => {
    const { storage } = s3
    const [kept, replaced, removed, fresh] = [newKey(s3), newKey(s3), newKey(s3), newKey(s3)]
    const [before, after] = [bytesOf('before', 5000), bytesOf('after', 7000)]
    for (const key of [kept, replaced, removed]) await storage.put(key, stream(before))
    const [completed, aborted] = [await beginUpload(s3), await beginUpload(s3)]
    const parts = await completed.sendAll()
    await aborted.sendAll()
    const acts = {
      put: () => storage.put(replaced, stream(after)),
      'put something new': () => storage.put(fresh, stream(after)),
      get: () => read(s3, kept),
      stat: () => storage.stat(kept),
      delete: () => storage.delete(removed),
      begin: () => beginUpload(s3, { parts: 2 }),
      listParts: () => storage.uploads.listParts(completed.upload),
      complete: () => storage.uploads.complete(completed.upload, parts),
      abort: () => storage.uploads.abort(aborted.upload),
    }

    proxy.refuse(Number.POSITIVE_INFINITY)
    const refusals = await Promise.allSettled(Object.values(acts).map((act) => act()))
    proxy.refuse(0)
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ status: 'rejected', reason: { code: 'unavailable', status: 503 } })
    }
    for (const key of [kept, replaced, removed]) expect((await read(s3, key)).equals(before)).toBe(true)
    expect(await storage.uploads.listParts(completed.upload)).toHaveLength(parts.length)

    for (const act of Object.values(acts)) await act()
    expect((await read(s3, replaced)).equals(after)).toBe(true)
    expect((await read(s3, fresh)).equals(after)).toBe(true)
    expect(await storage.stat(removed)).toBe(null)
    expect((await read(s3, completed.key)).equals(completed.bytes)).toBe(true)
    await ageRecords(s3)
    await storage.clean()
    await expectRightBooks(s3)
  })

  test('leaves it to the janitor what nobody tries again', async () => {
    const { storage } = s3
    const [replaced, fresh, removed] = [newKey(s3), newKey(s3), newKey(s3)]
    for (const key of [replaced, removed]) await storage.put(key, stream(bytesOf('before', 5000)))
    proxy.refuse(Number.POSITIVE_INFINITY)
    const content = () => stream(bytesOf('after', 7000))
    const acts = [storage.put(replaced, content()), storage.put(fresh, content()), storage.delete(removed)]
    for (const { status } of await Promise.allSettled(acts)) expect(status).toBe('rejected')
    proxy.refuse(0)
    await ageRecords(s3)
    await storage.clean()
    expect((await storage.stat(replaced))?.size).toBe(5000)
    expect(await storage.stat(fresh)).toBe(null)
    await expectRightBooks(s3)
  })
})
