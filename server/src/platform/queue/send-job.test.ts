import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sendJob, sendJobs } from './send-job.ts'
import { hastyTimings, openTestQueue, type TestQueue } from './test-support/test-queue.ts'

let queue: TestQueue

beforeAll(async () => {
  queue = await openTestQueue(hastyTimings)
})

afterEach(() => queue.clear())

afterAll(() => queue.close())

const work = (organizationId: string | null) => ({
  kind: 'work',
  organizationId,
  payload: { some: 'thing' },
  priority: 7,
  maxAttempts: 3,
})

describe('sending a job', () => {
  test('leaves nothing behind when its transaction is undone', async () => {
    const sending = queue.context.database.asSystem(async (tx) => {
      await sendJob(tx, work(null))
      throw new Error('undo')
    })
    await expect(sending).rejects.toThrow('undo')
    expect((await queue.owner.query('select from jobs')).rowCount).toBe(0)
  })

  test('is possible for a member, of the own organisation only', async () => {
    const { database } = queue.context
    const [home, away] = queue.organizations
    const id = await database.asMember({ organizationId: home }, (tx) => sendJob(tx, work(home)))
    expect(await queue.read(id)).toMatchObject({ state: 'queued', attempt: 1 })
    await expect(
      database.asMember({ organizationId: away }, (tx) => sendJob(tx, work(home))),
    ).rejects.toThrow()
  })

  test('is heard by the workers, once for many', async () => {
    const { database } = queue.context
    const [home] = queue.organizations
    await queue.owner.query('listen cresyl_jobs')
    const heard: unknown[] = []
    queue.owner.on('notification', ({ payload }) => heard.push(payload))
    const many = Array.from({ length: 600 }, () => work(home))
    await database.asMember({ organizationId: home }, (tx) => sendJobs(tx, many))
    await queue.owner.query(`notify cresyl_jobs, 'the last'`)
    await expect.poll(() => heard).toEqual(['', 'the last'])
  })
})
