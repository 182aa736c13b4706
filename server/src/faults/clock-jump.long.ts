import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { newId } from '../platform/id.ts'
import { createTestDatabase, type TestDatabase } from '../platform/postgres/test-database.ts'
import { query } from '../platform/postgres/test-surroundings.ts'
import { sendPart } from '../platform/storage/test-support/test-requests.ts'
import { isReady, makeProductPlace, runCli, startProduct, stopProduct } from '../test-product.ts'
import { type FaultQueue, openFaultQueue } from './test-fault-queue.ts'
import { openBeside, startLoad } from './test-product-load.ts'
import { tenRounds } from './test-rounds.ts'

const hour = 3_600_000
const patience = { timeout: 120_000, interval: 100 }
const clock = new URL('./test-clock.ts', import.meta.url).href

let folder: string
let database: TestDatabase
let queue: FaultQueue

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cresyl-faults-clock-'))
  database = await createTestDatabase()
  queue = await openFaultQueue(database.url)
})

afterAll(async () => {
  await queue.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

describe('a clock that jumps', () => {
  test('by an hour, there and back ten times, on one of two workers: no lease is lost and no job runs twice', async ({
    task,
  }) => {
    const file = join(folder, 'shift')
    const environment = { TEST_CLOCK_FILE: file }
    const shifted = await queue.start({ slots: 4, nodeOptions: ['--import', clock], environment })
    const steady = await queue.start({ slots: 4 })
    const ids: string[] = []
    for (const _round of tenRounds) {
      for (const shift of [hour, -hour, 0]) {
        ids.push(...(await queue.sendMany(5, { payload: { milliseconds: 300 } })))
        await writeFile(file, String(shift))
        await sleep(400)
      }
    }
    await queue.untilEnded(ids)
    expect(await queue.expectDoneOnce(ids)).toBe(0)
    expect([shifted.isRunning(), steady.isRunning()]).toEqual([true, true])
    for (const worker of [shifted, steady]) await worker.drain()
    Object.assign(task.meta, { jumps: 3 * tenRounds.length, jobs: ids.length, retried: 0 })
  })

  test('by an hour, there and back ten times, on the whole product: addresses expire by it, and nothing else breaks', async ({
    task,
  }) => {
    const file = join(folder, 'shift of the product')
    const place = await makeProductPlace({ TEST_CLOCK_FILE: file, NODE_OPTIONS: `--import=${clock}` })
    const product = await startProduct(place)
    expect(isReady(product), JSON.stringify(product.messages)).toBe(true)
    const beside = await openBeside(place)
    const { storage } = beside.context
    const load = startLoad(beside)
    onTestFinished(async () => {
      await load.stop()
      await beside.close()
      await stopProduct(product)
      await place.remove()
    })
    for (const _round of tenRounds) {
      const bytes = Buffer.alloc(5000, 1)
      const key = { organizationId: beside.organizationId, path: `files/${newId()}/original` }
      const upload = await storage.uploads.begin({ ...key, size: bytes.length })
      const address = await storage.uploads.partUrl(upload, 1)
      await writeFile(file, String(hour))
      await sleep(200)
      expect(await sendPart(address, bytes)).toMatchObject({ status: 403, code: 'signed_url_expired' })
      // Behind the clock that signed it the address lives an hour longer; it is good for the same bytes only.
      await writeFile(file, String(-hour))
      await sleep(200)
      const { status, etag } = await sendPart(address, bytes)
      expect(status).toBe(200)
      await storage.uploads.complete(upload, [{ partNumber: 1, etag }])
      await writeFile(file, '0')
      await sleep(200)
    }
    const parts = load.parts()
    await expect.poll(load.parts, patience).toBeGreaterThan(parts + 3)
    await load.stop()
    await load.expectKept()
    const ids = `any ('{${load.jobs.join(',')}}'::uuid[])`
    const ask = (where: string) =>
      query(beside.databaseUrl, `select id, state, attempt from jobs where ${where}`)
    await expect.poll(() => ask(`id = ${ids} and finished_at is null`), patience).toEqual([])
    expect(await ask(`id = ${ids} and (state <> 'succeeded' or attempt <> 1)`)).toEqual([])
    const audit = await runCli(place, ['audit', 'verify'])
    expect(audit.code, audit.stdout).toBe(0)
    Object.assign(task.meta, { jumps: 3 * tenRounds.length, parts: load.parts(), jobs: load.jobs.length })
  })
})
