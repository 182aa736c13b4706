import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../platform/id.ts'
import { createTestDatabase, type TestDatabase } from '../platform/postgres/test-database.ts'
import { type FaultQueue, openFaultQueue } from './test-fault-queue.ts'
import { seededRandom, shuffle, tenRounds } from './test-rounds.ts'
import { workerPoints } from './test-worker-points.ts'

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

describe('kill -9 of the worker', () => {
  test.for(tenRounds)(
    'at every named point of a job, round %i: each job ends exactly once',
    async (round, { task }) => {
      const serverId = newId()
      const ids: string[] = []
      for (const point of shuffle(workerPoints, seededRandom(round))) {
        const worker = await queue.start({ serverId })
        const reached = worker.reach(point)
        ids.push(...(await queue.sendMany(3)))
        await reached
        await worker.kill()
      }
      const last = await queue.start({ serverId })
      await queue.untilEnded(ids)
      const retried = await queue.expectDoneOnce(ids)
      await last.drain()
      expect(retried).toBeGreaterThan(0)
      Object.assign(task.meta, { kills: workerPoints.length, jobs: ids.length, retried })
    },
  )
})
