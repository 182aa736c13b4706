import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../platform/postgres/test-database.ts'
import type { TestWork } from '../platform/processes/test-sandbox-work.ts'
import { type FaultQueue, type FaultWorker, openFaultQueue } from './test-fault-queue.ts'
import { tenRounds } from './test-rounds.ts'

let database: TestDatabase
let queue: FaultQueue
let worker: FaultWorker

beforeAll(async () => {
  database = await createTestDatabase()
  queue = await openFaultQueue(database.url)
  worker = await queue.start({ slots: 2 })
})

afterAll(async () => {
  await queue.close()
  await database.drop()
})

const megabyte = 1024 * 1024

const send = (work: TestWork, timeoutMilliseconds = 60_000) =>
  queue.send({ kind: 'sandbox', payload: { work, timeoutMilliseconds, memoryBytes: 192 * megabyte } })

describe('a job whose work goes wrong in its own process', () => {
  test.for(tenRounds)(
    'fails with a sentence, and its worker runs the next one, round %i',
    async (round, { task }) => {
      const of = round % 2 === 0 ? 'heap' : 'buffers'
      const ids = [
        await send({ do: 'eat memory', of }),
        await send({ do: 'loop' }, 1000),
        await send({ do: 'abort' }),
        await send({ do: 'crash' }),
      ]
      const killed = await send({ do: 'wait' })
      process.kill(await worker.sandboxOf(killed), 'SIGKILL')

      const sentences = [
        'Reading the slide was stopped, because it needed more than its 192 MB of memory. Try it with something smaller, or ask your system administrator.',
        'Reading the slide was stopped, because it took longer than 1 second. Try it with something smaller, or ask your system administrator.',
        expect.stringMatching(/^Reading the slide crashed \(SIGABRT\), probably because .+ Check it .+\.$/),
        expect.stringMatching(/^Reading the slide crashed \(SIGSEGV\), probably because .+ Check it .+\.$/),
      ]
      for (const [index, id] of ids.entries()) {
        const [job] = await queue.untilEnded([id])
        expect(job).toMatchObject({ state: 'failed', attempt: 1, message: sentences[index] })
      }
      expect(worker.isRunning()).toBe(true)

      // What someone else has killed is tried again.
      const [again] = await queue.untilEnded([killed])
      expect(again).toMatchObject({ state: 'succeeded', attempt: 2 })
      const next = await send({ do: 'return', value: 1 })
      const [done] = await queue.untilEnded([next])
      expect(done).toMatchObject({ state: 'succeeded', attempt: 1 })
      expect(worker.isRunning()).toBe(true)
      await queue.expectDoneOnce([killed, next])
      Object.assign(task.meta, { jobs: ids.length + 2, worker: worker.pid })
    },
  )
})
