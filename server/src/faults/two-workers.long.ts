import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../platform/id.ts'
import { createTestDatabase, type TestDatabase } from '../platform/postgres/test-database.ts'
import { type FaultQueue, type FaultWorker, openFaultQueue } from './test-fault-queue.ts'
import { seededRandom } from './test-rounds.ts'

const jobCount = 500
const kills = 10
const freezes = 3
/** Longer than a silent worker is believed to live. */
const frozenMilliseconds = 4500

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

test('two workers on one queue, one or the other killed or held still: no attempt runs twice, each job ends once', async ({
  task,
}) => {
  const slots = 4
  const begin = async (serverId: string) => ({ serverId, worker: await queue.start({ serverId, slots }) })
  const both: { serverId: string; worker: FaultWorker }[] = [await begin(newId()), await begin(newId())]
  const ids = await queue.sendMany(jobCount, { payload: { milliseconds: 250 }, maxAttempts: kills + 2 })
  const random = seededRandom(1)
  for (let n = 0; n < kills; n += 1) {
    await sleep(500 + random(1000))
    const nth = random(2)
    const { serverId, worker } = both[nth] as (typeof both)[number]
    await worker.kill()
    // Either the same machine comes back, or it stays away and another one joins.
    both[nth] = await begin(n % 2 === 0 ? serverId : newId())
  }
  await queue.untilEnded(ids)
  // Whoever is held still comes back while the other one runs what it has taken over, and goes on with it too.
  for (let n = 0; n < freezes; n += 1) {
    const { worker } = both[n % 2] as (typeof both)[number]
    ids.push(...(await queue.sendMany(2 * slots, { payload: { milliseconds: 3000 } })))
    await sleep(500)
    worker.process.kill('SIGSTOP')
    await sleep(frozenMilliseconds)
    worker.process.kill('SIGCONT')
    await queue.untilEnded(ids)
  }
  const retried = await queue.expectDoneOnce(ids)
  expect(retried).toBeGreaterThan(0)
  for (const { worker } of both) await worker.drain()
  Object.assign(task.meta, { kills, freezes, jobs: ids.length, retried })
})
