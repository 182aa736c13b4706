import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../platform/id.ts'
import { createTestDatabase, type TestDatabase } from '../platform/postgres/test-database.ts'
import { type FaultQueue, type FaultWorker, openFaultQueue } from './test-fault-queue.ts'

const jobCount = 500
const kills = 10

let database: TestDatabase
let queue: FaultQueue

beforeAll(async () => {
  database = await createTestDatabase()
  queue = await openFaultQueue(database.url)
})

afterAll(async () => {
  await queue.close()
  await database.drop()
})

test('two workers on one queue, one or the other killed ten times: no attempt runs twice, each job ends once', async ({
  task,
}) => {
  const slots = 4
  const begin = async (serverId: string) => ({ serverId, worker: await queue.start({ serverId, slots }) })
  const both: { serverId: string; worker: FaultWorker }[] = [await begin(newId()), await begin(newId())]
  const ids = await queue.sendMany(jobCount, { payload: { milliseconds: 400 }, maxAttempts: kills + 2 })
  for (let n = 0; n < kills; n += 1) {
    await sleep(500 + randomInt(1000))
    const nth = randomInt(2)
    const { serverId, worker } = both[nth] as (typeof both)[number]
    await worker.kill()
    // Either the same machine comes back, or it stays away and another one joins.
    both[nth] = await begin(n % 2 === 0 ? serverId : newId())
  }
  await queue.untilEnded(ids)
  const retried = await queue.expectDoneOnce(ids)
  expect(retried).toBeGreaterThan(0)
  for (const { worker } of both) await worker.drain()
  Object.assign(task.meta, { kills, jobs: ids.length, retried })
})
