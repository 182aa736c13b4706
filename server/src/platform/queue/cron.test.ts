import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Boss, openBoss } from './boss.ts'
import { cronQueue, keepSchedule, takeScheduled } from './cron.ts'
import { definition, hastyTimings, openTestQueue, type TestQueue } from './test-support/test-queue.ts'

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

const definitions = { janitor: definition({ priority: -10 }), purge: definition() }
const take = () => queue.context.database.asSystem((tx) => takeScheduled(tx, boss, definitions))
const scheduled = async () => (await boss.getSchedules(cronQueue)).map(({ key, cron }) => [key, cron]).sort()

describe('the schedule', () => {
  test('is what the table says', async () => {
    await keepSchedule(boss, { janitor: '0 * * * *', purge: '0 3 * * *' })
    await keepSchedule(boss, { janitor: '30 * * * *' })
    expect(await scheduled()).toEqual([['janitor', '30 * * * *']])
    await keepSchedule(boss, {})
    expect(await scheduled()).toEqual([])
  })

  test('makes one job of the platform, and none while that waits or runs', async () => {
    await keepSchedule(boss, {})
    for (const kind of ['janitor', 'janitor', 'purge', 'of another version'])
      await boss.send(cronQueue, { kind })
    const ids = await take()
    expect(ids).toHaveLength(2)
    expect(await queue.read(ids[0] ?? '')).toMatchObject({
      kind: 'janitor',
      organizationId: null,
      state: 'queued',
      priority: -10,
      maxAttempts: 3,
    })
    await boss.send(cronQueue, { kind: 'janitor' })
    expect(await take()).toEqual([])
    await queue.owner.query(`update jobs set state = 'cancelled', finished_at = now()`)
    await boss.send(cronQueue, { kind: 'janitor' })
    expect(await take()).toHaveLength(1)
    expect(await take()).toEqual([])
  })

  test('of two workers at once makes one job', async () => {
    await keepSchedule(boss, {})
    for (let n = 0; n < 4; n += 1) await boss.send(cronQueue, { kind: 'janitor' })
    const taken = await Promise.all([take(), take(), take()])
    expect(taken.flat()).toHaveLength(1)
  })

  test('is run by the workers', async () => {
    await queue.owner.query('update pgboss.version set cron_on = null')
    const ran = Promise.withResolvers<string | null>()
    await queue.start({
      cron: { janitor: '* * * * *' },
      handlers: {
        janitor: async (job) => {
          ran.resolve(job.organizationId)
          return { message: 'done' }
        },
      },
    })
    expect(await ran.promise).toBeNull()
  })
})
