import { statfs } from 'node:fs/promises'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DefaultQuota } from '../config/storage-settings.ts'
import { newId } from '../id.ts'
import { usedBytes } from './object-queries.ts'
import { keepDefaultQuota } from './quota.ts'
import { beginUpload, newKey } from './test-support/samples.ts'
import { openTestDisk, type TestDisk } from './test-support/test-disk.ts'
import { requireQuota, reserveUpload } from './upload-queries.ts'

let disk: TestDisk

beforeAll(async () => {
  disk = await openTestDisk()
})
afterAll(() => disk.close())

const size = 5000

/** Whether an upload of that size is taken where the disk has so many bytes left. Nothing is kept of it. */
async function isTaken(freeBytes: number): Promise<boolean> {
  const taken = new Error('taken')
  const outcome = disk.database.asSystem(async (tx) => {
    await reserveUpload(tx, { ...newKey(disk), id: newId(), size, partSize: size, freeBytes })
    throw taken
  })
  const error = await outcome.catch((reason: unknown) => reason)
  if (error !== taken) expect(error).toMatchObject({ code: 'storage_full' })
  return error === taken
}

const change = (statement: SQL) => disk.database.asSystem((tx) => tx.execute(statement))
const withoutOthers = () =>
  change(sql`update organizations set disabled_at = now() where id <> ${disk.organizationId}`)
const withOthers = () => change(sql`update organizations set disabled_at = null`)

beforeEach(withoutOthers)
afterEach(() => change(sql`update uploads set state = 'aborted' where state = 'open'`))

test('what an open upload has yet to write is kept free for it, to the byte', async () => {
  const { bytes, part, send } = await beginUpload(disk)
  let promised = bytes.length
  for (const number of [2, 3, 1]) {
    expect([await isTaken(promised + size), await isTaken(promised + size - 1)]).toEqual([true, false])
    await send(number)
    promised -= part(number).length
  }
  expect(promised).toBe(0)
  expect([await isTaken(size), await isTaken(size - 1)]).toEqual([true, false])
})

test('room is kept for a while only where nobody goes on', async () => {
  const { bytes } = await beginUpload(disk)
  expect(await isTaken(bytes.length + size - 1)).toBe(false)
  await change(sql`update uploads set touched_at = now() - interval '16 minutes'`)
  expect(await isTaken(size)).toBe(true)
})

test('one organisation leaves half of it to others, or 20 GB', async () => {
  await withOthers()
  expect([await isTaken(2 * size), await isTaken(2 * size - 1)]).toEqual([true, false])
  const much = 20 * 1024 ** 3
  const reserve = async (bytes: number, freeBytes: number) => {
    const upload = { ...newKey(disk), id: newId(), size: bytes, partSize: bytes, freeBytes }
    await disk.database.asSystem((tx) => reserveUpload(tx, upload))
  }
  const free = 3 * much
  await reserve(much, free)
  await expect(reserve(much + 1, free)).rejects.toMatchObject({ code: 'storage_full' })
  await reserve(much, free)
  await expect(reserve(1, free)).rejects.toMatchObject({ code: 'storage_full' })
})

test('an organisation without a quota has that of the servers, and its own goes before', async () => {
  const keep = (given: DefaultQuota) => {
    const storage = { kind: 'disk', folder: disk.folder, defaultQuota: given } as const
    return disk.database.asSystem((tx) => keepDefaultQuota(tx, storage))
  }
  const isExceeded = async (bytes: number) => {
    const asked = disk.database.asSystem((tx) => requireQuota(tx, disk.organizationId, bytes))
    return asked.then(
      () => false,
      (error: { code: string }) => error.code === 'quota_exceeded',
    )
  }
  const used = await disk.database.asSystem((tx) => usedBytes(tx, disk.organizationId))
  await keep({ bytes: used + size })
  expect([await isExceeded(size), await isExceeded(size + 1)]).toEqual([false, true])
  await change(sql`update organizations set quota_bytes = ${used + 2 * size}`)
  expect([await isExceeded(2 * size), await isExceeded(2 * size + 1)]).toEqual([false, true])
  await change(sql`update organizations set quota_bytes = null`)
  const { blocks, bsize } = await statfs(disk.folder)
  await keep({ share: 0.8 })
  expect([await isExceeded(size), await isExceeded(0.81 * blocks * bsize)]).toEqual([false, true])
  await keep(null)
  expect(await isExceeded(blocks * bsize)).toBe(false)
})
