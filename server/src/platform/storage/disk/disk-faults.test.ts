import { createHash } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { mountSmallDisk } from '../../postgres/test-surroundings.ts'
import {
  beginUpload,
  bytesOf,
  largePartSize,
  newKey,
  read,
  stream,
  usualPartSize,
} from '../test-support/samples.ts'
import { passDays } from '../test-support/test-crash.ts'
import { openTestDisk, type TestDisk } from '../test-support/test-disk.ts'
import { finishHalf, sendHalf, sendPart } from '../test-support/test-requests.ts'

let disk: TestDisk

beforeAll(async () => {
  disk = await openTestDisk()
})

afterAll(async () => {
  await disk.close()
})

describe('the hashes', () => {
  test('of parts are their ETags, and of the file the hash over theirs', async () => {
    const { upload, part, sendAll } = await beginUpload(disk)
    const sha256 = (...pieces: Uint8Array[]) =>
      pieces.reduce((hash, piece) => hash.update(piece), createHash('sha256')).digest()
    const hashes = [1, 2, 3].map((number) => sha256(part(number)))
    const parts = await sendAll()
    expect(parts.map(({ etag }) => etag)).toEqual(hashes.map((hash) => `"${hash.toString('hex')}"`))
    const { hash } = await disk.storage.uploads.complete(upload, parts)
    expect(hash).toEqual(sha256(...hashes))
  })
})

describe('two attempts at one part', () => {
  test('the older is cut off when the newer arrives', async () => {
    const { upload, send, part } = await beginUpload(disk)
    const stalled = await sendHalf(disk, await disk.storage.uploads.partUrl(upload, 1), part(1))
    await send(1)
    expect(await stalled.outcome).toBe('cut off')
  })

  test('of many at once, exactly what the last answer says is stored', async () => {
    const { upload, send, key } = await beginUpload(disk)
    const versions = Array.from({ length: 8 }, (_, n) => bytesOf(`version ${n}`, usualPartSize))
    const url = await disk.storage.uploads.partUrl(upload, 2)
    await Promise.allSettled(versions.map((bytes) => sendPart(url, bytes)))
    const [stored] = await disk.storage.uploads.listParts(upload)
    const parts = [await send(1), { partNumber: 2, etag: stored?.etag ?? '' }, await send(3)]
    await disk.storage.uploads.complete(upload, parts)
    const second = await read(disk, key, { offset: usualPartSize, length: usualPartSize })
    expect(createHash('sha256').update(second).digest('hex')).toBe(stored?.etag)
  })

  test('only the newest is acknowledged, even if an older one is on disk already', async () => {
    const { upload, part, send, key, bytes } = await beginUpload(disk)
    const overtaken = Promise.withResolvers<void>()
    let claims = 0
    disk.hooks.pause = async (point) => {
      if (point === 'part: claimed' && ++claims === 2) overtaken.resolve()
      if (point === 'part: synced' && claims === 1) await overtaken.promise
    }
    const receive = (content: Buffer) =>
      disk.storage.receivePart({ ...upload, number: 2 }, content.length, Readable.from([content]))
    const older = receive(Buffer.alloc(usualPartSize, 7))
    await expect.poll(() => claims).toBe(1)
    const newer = receive(part(2))
    await expect(older).rejects.toMatchObject({ code: 'upload_closed' })
    const second = { partNumber: 2, etag: await newer }
    disk.hooks.pause = () => {}
    await disk.storage.uploads.complete(upload, [await send(1), second, await send(3)])
    expect((await read(disk, key)).equals(bytes)).toBe(true)
  })

  test('an older one in another process is cut off, and the newer waits for it', async () => {
    const another = await disk.openAnother()
    onTestFinished(() => another.close())
    const { upload, send, key, bytes } = await beginUpload(disk, { partSize: largePartSize })
    const spoiled = Buffer.alloc(largePartSize, 7)
    const stalled = await sendHalf(disk, await another.storage.uploads.partUrl(upload, 2), spoiled)
    const parts = [await send(1), await send(2), await send(3)]
    expect(await finishHalf(stalled, spoiled)).toBe('cut off')
    await disk.storage.uploads.complete(upload, parts)
    expect((await read(disk, key)).equals(bytes)).toBe(true)
  })

  test('a repetition that ends half-way takes nothing away from a stored part', async () => {
    const { upload, sendAll, key, bytes } = await beginUpload(disk, { partSize: largePartSize })
    const parts = await sendAll()
    const spoiled = Buffer.alloc(largePartSize, 7)
    const broken = await sendHalf(disk, await disk.storage.uploads.partUrl(upload, 2), spoiled)
    broken.request.destroy()
    await broken.outcome
    expect(await disk.storage.uploads.listParts(upload)).toHaveLength(3)
    await disk.storage.uploads.complete(upload, parts)
    expect((await read(disk, key)).equals(bytes)).toBe(true)
  })

  test('a body that is longer or shorter than announced is refused and reaches no other part', async () => {
    const { upload, send, key, bytes } = await beginUpload(disk)
    const [first, third] = [await send(1), await send(3)]
    for (const size of [usualPartSize + 5000, usualPartSize - 1]) {
      const body = new PassThrough()
      body.end(bytesOf('x', size))
      const received = disk.storage.receivePart({ ...upload, number: 2 }, usualPartSize, body)
      await expect(received).rejects.toThrow()
    }
    await disk.storage.uploads.complete(upload, [first, await send(2), third])
    expect((await read(disk, key)).equals(bytes)).toBe(true)
  })
})

describe('a disk that is full', () => {
  const megabyte = 1024 * 1024

  async function openSmallDisk(): Promise<TestDisk | null> {
    const folder = await mountSmallDisk(4)
    if (folder === null) return null
    const small = await openTestDisk(folder)
    onTestFinished(() => small.close())
    // Nobody else is to find room there.
    await small.database.asSystem((tx) =>
      tx.execute(sql`update organizations set disabled_at = now() where id = ${small.otherOrganizationId}`),
    )
    return small
  }

  test('takes no upload that has no room beside those already promised', async (context) => {
    const small = await openSmallDisk()
    if (small === null) return context.skip('needs the right to mount')
    const { storage } = small
    const begin = (size: number) => storage.uploads.begin({ ...newKey(small), size })
    await expect(begin(5 * megabyte)).rejects.toMatchObject({ code: 'storage_full' })
    const first = await begin(2 * megabyte)
    await expect(begin(3 * megabyte)).rejects.toMatchObject({ code: 'storage_full' })
    await storage.uploads.abort(first)
    await begin(2 * megabyte)
  })

  test('answers a part with 507 and takes it once there is room again', async (context) => {
    const small = await openSmallDisk()
    if (small === null) return context.skip('needs the right to mount')
    const { upload, part, send, key, bytes } = await beginUpload(small, { parts: 3, partSize: megabyte })
    const filler = join(small.folder, 'filler')
    const { bavail, bsize } = await statfs(small.folder)
    await writeFile(filler, Buffer.alloc(bavail * bsize - megabyte / 2))
    const url = await small.storage.uploads.partUrl(upload, 1)
    expect(await sendPart(url, part(1))).toMatchObject({ status: 507, code: 'storage_full' })
    expect(await small.storage.uploads.listParts(upload)).toEqual([])
    const object = newKey(small)
    const written = small.storage.put(object, stream(bytesOf('x', megabyte)))
    await expect(written).rejects.toMatchObject({ code: 'storage_full' })
    await rm(filler)
    await small.storage.uploads.complete(upload, [await send(1), await send(2), await send(3)])
    expect((await read(small, key)).equals(bytes)).toBe(true)
  })
})

describe('uploads that nobody goes on with', () => {
  test('are told of once, and those that someone goes on with are left alone', async () => {
    const [idle, busy] = [await beginUpload(disk), await beginUpload(disk)]
    await idle.send(1)
    await passDays(disk)
    await busy.send(1)
    const { interrupted } = await disk.storage.clean()
    expect(interrupted).toContainEqual(idle.upload)
    expect(interrupted).not.toContainEqual(busy.upload)
    expect((await disk.storage.clean()).interrupted).toEqual([])
    expect(await disk.storage.uploads.listParts(busy.upload)).toHaveLength(1)
  })
})

test('a driver that closes cuts off what is under way', async () => {
  const another = await disk.openAnother()
  const { upload, part } = await beginUpload(disk)
  const stalled = await sendHalf(disk, await another.storage.uploads.partUrl(upload, 1), part(1))
  await another.close()
  expect(await stalled.outcome).toBe('cut off')
})
