import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../id.ts'
import { beginUpload, newKey } from './test-support/samples.ts'
import { openTestDisk, type TestDisk } from './test-support/test-disk.ts'
import { reserveUpload } from './upload-queries.ts'

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
