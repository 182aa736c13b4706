import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Boss, openBoss } from './boss.ts'
import { putTicket, sendJob } from './send-job.ts'
import { hastyTimings, openTestQueue, type TestQueue } from './test-support/test-queue.ts'

let queue: TestQueue
let boss: Boss

beforeAll(async () => {
  queue = await openTestQueue(hastyTimings)
  const { log } = queue.context
  boss = await openBoss({ databaseUrl: queue.databaseUrl, log, cronMilliseconds: undefined })
})

afterEach(() => queue.clear())

afterAll(async () => {
  await boss.stop({ graceful: false })
  await queue.close()
})

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
    expect(await queue.tickets()).toEqual([])
  })

  test('is possible for a member, of the own organisation only', async () => {
    const { database } = queue.context
    const [home, away] = queue.organizations
    const id = await database.asMember({ organizationId: home }, (tx) => sendJob(tx, work(home)))
    expect(await queue.tickets()).toEqual([{ job: id, attempt: 1 }])
    await expect(
      database.asMember({ organizationId: away }, (tx) => sendJob(tx, work(home))),
    ).rejects.toThrow()
    await queue.owner.query('delete from pgboss.job')
    await database.asMember({ organizationId: away }, (tx) => putTicket(tx, id))
    expect(await queue.tickets()).toEqual([])
  })

  test('twice makes one ticket, for the attempt that counts', async () => {
    const id = await queue.send()
    await queue.owner.query('update jobs set attempt = 2')
    await queue.context.database.asSystem((tx) => putTicket(tx, id))
    expect(await queue.tickets()).toEqual([{ job: id, attempt: 2 }])
  })

  test('of a parent makes no ticket', async () => {
    await queue.send({ isParent: true })
    expect(await queue.tickets()).toEqual([])
  })

  test('makes the ticket that pg-boss itself would make', async () => {
    const id = await queue.send({ priority: 7 })
    const { rows } = await queue.owner.query<Record<string, unknown>>('select * from pgboss.job')
    const [ours] = rows
    const name = String(ours?.name)
    await queue.owner.query('delete from pgboss.job')
    await boss.send(name, { job: id, attempt: 1 }, { id, priority: 7 })
    const [theirs] = (await queue.owner.query<Record<string, unknown>>('select * from pgboss.job')).rows
    const { keep_until: kept, ...ticket } = ours ?? {}
    expect(kept).toBe(Number.POSITIVE_INFINITY)
    expect(ticket).toEqual({
      ...theirs,
      keep_until: undefined,
      created_on: expect.any(Date),
      start_after: expect.any(Date),
    })
  })
})
