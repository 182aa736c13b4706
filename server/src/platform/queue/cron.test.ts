import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { keepSchedule, sendDue } from './cron.ts'
import { definition, hastyTimings, openTestQueue, type TestQueue } from './test-support/test-queue.ts'

let queue: TestQueue

beforeAll(async () => {
  queue = await openTestQueue(hastyTimings)
})
afterEach(() => queue.clear())
afterAll(() => queue.close())

const cron = { janitor: { everyMinutes: 10 }, purge: { everyMinutes: 60, atMinute: 23 } }
const definitions = { janitor: definition({ priority: -10 }), purge: definition() }
const keep = () => queue.context.database.asSystem((tx) => keepSchedule(tx, cron))
const send = () => queue.context.database.asSystem((tx) => sendDue(tx, cron, definitions))
/** As if the latest had been due then. */
const dueLast = (when: string, kinds = Object.keys(cron)) =>
  queue.owner.query(`update schedule set last_due_at = ${when} where kind = any ($1)`, [kinds])
const endJobs = () => queue.owner.query(`update jobs set state = 'cancelled', finished_at = now()`)

describe('the schedule', () => {
  test('makes one job of the platform of what is due, and begins with what is due next', async () => {
    await keep()
    expect(await send()).toEqual([])
    await dueLast(`now() - interval '1 day'`, ['janitor'])
    // A worker that starts leaves it as it is.
    await keep()
    const ids = await send()
    expect(ids).toHaveLength(1)
    expect(await queue.read(ids[0] ?? '')).toMatchObject({
      kind: 'janitor',
      organizationId: null,
      state: 'queued',
      priority: -10,
      maxAttempts: 3,
    })
    await endJobs()
    expect(await send()).toEqual([])
  })

  test('counts from the minute that it says', async () => {
    await keep()
    await dueLast(`now() - interval '1 day'`)
    expect(await send()).toHaveLength(2)
    const { rows } = await queue.owner.query(`
      select to_char(last_due_at at time zone 'utc', 'MI:SS') as at, now() - last_due_at < interval '1 hour' as latest
      from schedule order by kind`)
    expect(rows).toEqual([
      { at: expect.stringMatching(/^\d0:00$/), latest: true },
      { at: '23:00', latest: true },
    ])
  })

  test('makes none of what waits or runs', async () => {
    await keep()
    await dueLast(`now() - interval '1 day'`)
    expect(await send()).toHaveLength(2)
    await dueLast(`now() - interval '1 day'`)
    expect(await send()).toEqual([])
    await endJobs()
    expect(await send()).toEqual([])
  })

  test('makes one job of what is due for several workers at once', async () => {
    await keep()
    await dueLast(`now() - interval '1 day'`)
    const sent = await Promise.all([send(), send(), send()])
    expect(sent.flat()).toHaveLength(2)
  })

  test('goes on when the clock of the database was a day ahead', async () => {
    await keep()
    await dueLast(`now() + interval '1 day'`)
    expect(await send()).toHaveLength(2)
    await endJobs()
    expect(await send()).toEqual([])
  })

  test('is run by the workers', async () => {
    await keep()
    await dueLast(`now() - interval '1 day'`, ['janitor'])
    const ran = Promise.withResolvers<string | null>()
    await queue.start({
      cron: { janitor: cron.janitor },
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
