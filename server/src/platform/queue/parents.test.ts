import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { JobFailure } from './job-handler.ts'
import { type ChildCounts, summarize } from './parents.ts'
import { hastyTimings, openTestQueue, type TestQueue } from './test-support/test-queue.ts'

const counts = (given: Partial<ChildCounts>): ChildCounts => ({
  total: Object.values(given).reduce((sum, count) => sum + count, 0),
  queued: 0,
  running: 0,
  succeeded: 0,
  failed: 0,
  cancelled: 0,
  ...given,
})

describe('the state of a parent', () => {
  test.each([
    [{ queued: 2 }, 'queued', '0 of 2 succeeded'],
    [{ queued: 1, running: 1 }, 'running', '0 of 2 succeeded'],
    [{ queued: 1, failed: 1 }, 'running', '0 of 2 succeeded, 1 failed'],
    [{ succeeded: 2 }, 'succeeded', '2 of 2 succeeded'],
    [{ succeeded: 3, failed: 1, cancelled: 1 }, 'failed', '3 of 5 succeeded, 1 failed, 1 cancelled'],
    [{ succeeded: 1, cancelled: 1 }, 'cancelled', '1 of 2 succeeded, 1 cancelled'],
  ] as const)('of %o is %s', (given, state, message) => {
    expect(summarize(counts(given), false)).toMatchObject({ state, message })
  })

  test('without children is done, or cancelled if that was asked for', () => {
    expect(summarize(counts({}), false).state).toBe('succeeded')
    expect(summarize(counts({}), true).state).toBe('cancelled')
  })
})

describe('a parent', () => {
  let queue: TestQueue

  beforeAll(async () => {
    queue = await openTestQueue(hastyTimings)
  })
  afterEach(() => queue.clear())
  afterAll(() => queue.close())

  async function sendFamily(children: number) {
    const parentId = await queue.send({ isParent: true, kind: 'batch' })
    const ids: string[] = []
    for (let n = 0; n < children; n += 1) ids.push(await queue.send({ parentId, payload: { n } }))
    return { parentId, ids }
  }

  test('follows its children, however many of them end at once', async () => {
    const { parentId } = await sendFamily(24)
    const together = Promise.withResolvers<void>()
    let waiting = 0
    await queue.start({
      server: { slots: 8 },
      handlers: {
        work: async () => {
          waiting += 1
          if (waiting === 8) together.resolve()
          await together.promise
          return { message: 'done' }
        },
      },
    })
    await queue.untilState(parentId, 'running')
    const parent = await queue.untilState(parentId, 'succeeded')
    expect(parent).toMatchObject({ message: '24 of 24 succeeded', progress: 1 })
    expect(parent.finishedAt).not.toBeNull()
  })

  test('has failed if one of them has', async () => {
    const { parentId } = await sendFamily(3)
    await queue.start({
      handlers: {
        work: async ({ payload }: { payload: { n: number } }) => {
          if (payload.n === 1) throw new JobFailure('It is broken.')
          return { message: 'done' }
        },
      },
    })
    expect(await queue.untilState(parentId, 'failed')).toMatchObject({
      message: '2 of 3 succeeded, 1 failed',
    })
  })
})
