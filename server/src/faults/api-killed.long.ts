import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoragePoint } from '../platform/storage/storage.ts'
import {
  beginUpload,
  bytesOf,
  newKey,
  read,
  type TestUpload,
  usualPartSize,
} from '../platform/storage/test-support/samples.ts'
import { crash, expectTidy, passDays } from '../platform/storage/test-support/test-crash.ts'
import { openTestDisk, type TestDisk } from '../platform/storage/test-support/test-disk.ts'
import { tenRounds } from './test-rounds.ts'

let disk: TestDisk

beforeAll(async () => {
  disk = await openTestDisk()
})

afterAll(async () => {
  await disk.close()
})

const beginning: readonly StoragePoint[] = ['begin: reserved', 'begin: made']
const sending: readonly StoragePoint[] = [
  'part: claimed',
  'part: written',
  'part: synced',
  'part: acknowledged',
]
const sendingAgain: readonly StoragePoint[] = ['part: replacing']
const completing: readonly StoragePoint[] = ['complete: closed', 'complete: moved', 'complete: recorded']

const encode = (bytes: Buffer) => bytes.toString('base64')

async function expectWhole({ key, bytes }: TestUpload): Promise<void> {
  expect((await read(disk, key)).equals(bytes), key.path).toBe(true)
}

async function dieBeginning(point: StoragePoint): Promise<number> {
  await crash(disk, point, { kind: 'begin', key: newKey(disk), size: 5000, partSize: 1000 })
  return 0
}

/** Of three parts two were acknowledged before. Returns how many there were. */
async function dieSending(point: StoragePoint): Promise<number> {
  const sample = await beginUpload(disk, { seed: point })
  const before =
    point === 'part: replacing' ? await sample.sendAll() : [await sample.send(1), await sample.send(3)]
  const content = encode(point === 'part: replacing' ? bytesOf('another', usualPartSize) : sample.part(2))
  await crash(disk, point, { kind: 'part', upload: sample.upload, number: 2, content })
  const others = before.filter(({ partNumber }) => partNumber !== 2)
  const bare = others.map(({ partNumber, etag }) => ({ partNumber, etag: etag.replaceAll('"', '') }))
  expect(await disk.storage.uploads.listParts(sample.upload)).toMatchObject(
    point === 'part: acknowledged' ? [bare[0], { partNumber: 2 }, bare[1]] : bare,
  )
  await disk.storage.uploads.complete(sample.upload, [...others, await sample.send(2)])
  await expectWhole(sample)
  return before.length
}

/** Once somebody asks again, once it is left to the janitor. */
async function dieCompleting(point: StoragePoint, again: boolean): Promise<() => Promise<number>> {
  const sample = await beginUpload(disk, { seed: point })
  const parts = await sample.sendAll()
  await crash(disk, point, { kind: 'complete', upload: sample.upload, parts })
  if (again) await disk.storage.uploads.complete(sample.upload, parts)
  return async () => {
    await expectWhole(sample)
    return parts.length
  }
}

describe('kill -9 of a process that takes files in', () => {
  test.for(tenRounds)(
    'at every named point, round %i: no acknowledged part is lost and nothing is orphaned',
    async (round, { task }) => {
      const deaths = [
        ...beginning.map((point) => () => dieBeginning(point)),
        ...[...sending, ...sendingAgain].map((point) => () => dieSending(point)),
      ]
      let acknowledged = 0
      // Two at a time, as many as a small machine has cores.
      for (let n = 0; n < deaths.length; n += 2) {
        const some = await Promise.all(deaths.slice(n, n + 2).map((die) => die()))
        acknowledged += some.reduce((sum, parts) => sum + parts, 0)
      }
      const completions = await Promise.all(
        completing.map((point, index) => dieCompleting(point, (index + round) % 2 === 0)),
      )
      await passDays(disk)
      expect((await disk.storage.clean()).interrupted).toHaveLength(beginning.length)
      for (const check of completions) acknowledged += await check()
      await expectTidy(disk)
      Object.assign(task.meta, { kills: deaths.length + completing.length, parts: acknowledged })
    },
  )
})
