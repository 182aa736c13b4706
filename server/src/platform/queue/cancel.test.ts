import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../id.ts'
import { requestCancel } from './cancel.ts'
import { JobAborted } from './job-aborted.ts'
import type { RunningJob } from './job-handler.ts'
import { hastyTimings, openTestQueue, type TestQueue } from './test-support/test-queue.ts'

let queue: TestQueue

beforeAll(async () => {
  queue = await openTestQueue(hastyTimings)
})
afterEach(() => queue.clear())
afterAll(() => queue.close())

const person = newId()
const cancel = (id: string) =>
  queue.context.database.asMember({ organizationId: queue.organizations[0] }, (tx) =>
    requestCancel(tx, id, person),
  )
const untilAborted = async ({ signal }: RunningJob): Promise<never> => {
  if (!signal.aborted) await once(signal, 'abort')
  throw signal.reason
}

describe('cancelling', () => {
  test('a job that waits ends it at once', async () => {
    const id = await queue.send()
    expect(await cancel(id)).toBe('cancelled')
    expect(await queue.read(id)).toMatchObject({ state: 'cancelled', cancelRequestedBy: person })
    expect(await cancel(id)).toBe('finished')
  })

  test('a running job stops its handler as soon as that is heard', async () => {
    const id = await queue.send()
    let reason: unknown
    const began = Promise.withResolvers<void>()
    await queue.start({
      // It does not look by itself.
      timings: { check: 60_000 },
      handlers: {
        work: async (job) => {
          began.resolve()
          job.signal.addEventListener('abort', () => {
            reason = job.signal.reason
          })
          return untilAborted(job)
        },
      },
    })
    await began.promise
    expect(await cancel(id)).toBe('requested')
    const job = await queue.untilState(id, 'cancelled')
    expect(job.message).toBe('It was cancelled.')
    expect(reason).toBeInstanceOf(JobAborted)
    expect(reason).toMatchObject({ reason: 'cancelled' })
  })

  test('a running job whose handler does not stop ends it all the same', async () => {
    const id = await queue.send()
    const over = Promise.withResolvers<never>()
    await queue.start({ handlers: { work: () => over.promise } })
    await queue.untilState(id, 'running')
    await cancel(id)
    // It is told again every 100 ms, and has 300 ms to stop.
    expect((await queue.untilState(id, 'cancelled')).message).toBe('It was cancelled.')
    over.reject(new Error('stopped at last'))
  })

  test('reaches a worker that cannot hear', async () => {
    const id = await queue.send()
    await queue.start({ handlers: { work: untilAborted } })
    await queue.untilState(id, 'running')
    await queue.owner.query('update jobs set cancel_requested_at = now()')
    await queue.untilState(id, 'cancelled')
  })

  test('wins over another attempt', async () => {
    const id = await queue.send()
    const failing = Promise.withResolvers<void>()
    await queue.start({
      timings: { check: 60_000 },
      handlers: {
        work: async () => {
          await failing.promise
          throw new Error('broken')
        },
      },
    })
    await queue.untilState(id, 'running')
    await queue.owner.query('update jobs set cancel_requested_at = now()')
    failing.resolve()
    expect(await queue.untilState(id, 'cancelled')).toMatchObject({ attempt: 1 })
  })

  test('a parent cancels all that it still has to do', async () => {
    const parentId = await queue.send({ isParent: true, kind: 'batch' })
    const first = await queue.send({ parentId, payload: 'quick' })
    const second = await queue.send({ parentId })
    const third = await queue.send({ parentId })
    await queue.start({
      handlers: {
        work: async (job: RunningJob) => (job.payload === 'quick' ? { message: 'done' } : untilAborted(job)),
      },
    })
    await queue.untilState(first, 'succeeded')
    await queue.untilState(second, 'running')
    expect(await cancel(parentId)).toBe('requested')
    expect(await queue.read(third)).toMatchObject({ state: 'cancelled' })
    const parent = await queue.untilState(parentId, 'cancelled')
    expect(parent.message).toBe('1 of 3 succeeded, 2 cancelled')
    expect(await queue.read(second)).toMatchObject({ state: 'cancelled' })
  })

  test('a child makes its parent follow', async () => {
    const parentId = await queue.send({ isParent: true, kind: 'batch' })
    const only = await queue.send({ parentId })
    await cancel(only)
    expect(await queue.read(parentId)).toMatchObject({
      state: 'cancelled',
      message: '0 of 1 succeeded, 1 cancelled',
    })
  })

  test('nothing of another organisation', async () => {
    const id = await queue.send({ organizationId: queue.organizations[1] })
    expect(await cancel(id)).toBe('finished')
    expect(await queue.read(id)).toMatchObject({ state: 'queued' })
  })
})
