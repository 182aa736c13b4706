import { priorities } from '@cresyl/contract/operations/job-kinds'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Tx } from '../db/database.ts'
import { newId } from '../id.ts'
import { type Claim, claimJob } from './claim-job.ts'
import { priceJob } from './price.ts'
import { type Registration, registerWorker } from './register-worker.ts'
import { hastyTimings, openTestQueue, type TestQueue } from './test-support/test-queue.ts'

let queue: TestQueue
let worker: Registration

beforeAll(async () => {
  queue = await openTestQueue(hastyTimings)
})

beforeEach(async () => {
  worker = await register()
})

afterEach(() => queue.clear())

afterAll(() => queue.close())

const register = () =>
  registerWorker(queue.context.database, {
    id: newId(),
    name: 'a worker',
    roles: ['worker'],
    labels: [],
    version: '1',
    slots: 1,
  })

const claim = (labels: string[] = [], by = worker): Promise<Claim> =>
  queue.context.database.asSystem((tx) => claimJob(tx, by.holder(), labels))

async function claimed(labels: string[] = [], by = worker): Promise<string | undefined> {
  const result = await claim(labels, by)
  return 'job' in result ? result.job.id : undefined
}

async function sendMany(count: number, organizationId: string): Promise<void> {
  await queue.owner.query(
    `insert into jobs (id, organization_id, kind, payload, max_attempts)
     select gen_random_uuid(), $2, 'work', '{}', 1 from generate_series(1, $1)`,
    [count, organizationId],
  )
}

describe('a claim', () => {
  test('takes the job and says who runs it', async () => {
    const id = await queue.send()
    const before = await queue.read(id)
    expect(await claimed()).toBe(id)
    const job = await queue.read(id)
    expect(job).toMatchObject({ state: 'running', ...worker.holder(), version: before.version + 1 })
    expect(job.startedAt).not.toBeNull()
    expect(await claim()).toEqual({ wait: undefined })
  })

  test('that is undone leaves the job as it was', async () => {
    const id = await queue.send()
    const undone = queue.context.database.asSystem(async (tx) => {
      await claimJob(tx, worker.holder(), [])
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    expect(await claimed()).toBe(id)
  })

  test('prefers what is more urgent, then what came first', async () => {
    const ids = [
      await queue.send({ priority: 0 }),
      await queue.send({ priority: 5 }),
      await queue.send({ priority: 5 }),
      await queue.send({ priority: -1 }),
      await queue.send({ priority: 9, organizationId: null }),
    ]
    const order = [await claimed(), await claimed(), await claimed(), await claimed(), await claimed()]
    expect(order).toEqual([ids[4], ids[1], ids[2], ids[0], ids[3]])
  })

  test('prefers slides of an organisation to its runs, and not to the runs of others', async () => {
    const [a, b] = queue.organizations
    const ofB = await queue.send({ organizationId: b, priority: priorities.asked })
    await queue.send({ organizationId: a, priority: priorities.asked })
    const slides = [
      await queue.send({ organizationId: a, priority: priorities.first }),
      await queue.send({ organizationId: a, priority: priorities.first }),
    ]
    expect(await claimed()).toBe(slides[0])
    expect(await claimed()).toBe(ofB)
    expect(await claimed()).toBe(slides[1])
  })

  test('serves the organisation with fewest running jobs, then the one that waited longest', async () => {
    const [a, b] = queue.organizations
    // However long each takes here: the turns of all are over.
    const claimedLater = async () => {
      await queue.owner.query(`update jobs set turn_ends = turn_ends - interval '1 minute'`)
      return claimed()
    }
    await sendMany(200, a)
    await claimedLater()
    await claimedLater()
    const late = await queue.send({ organizationId: b })
    expect(await claimedLater()).toBe(late)
    const platform = await queue.send({ organizationId: null })
    const again = await queue.send({ organizationId: b })
    expect(await claimedLater()).toBe(platform)
    expect(await claimedLater()).toBe(again)

    await queue.owner.query(
      `update jobs set state = 'succeeded', finished_at = now(), incarnation = null where state = 'running'`,
    )
    const last = await queue.send({ organizationId: b })
    // Nobody runs anything: A was served before B.
    expect(await queue.read((await claimedLater()) ?? '')).toMatchObject({ organizationId: a })
    expect(await claimedLater()).toBe(last)
  })

  test('comes later for an organisation whose jobs read and write more pixels', async () => {
    const [a, b] = queue.organizations
    const { asSystem } = queue.context.database
    const claimAt = async (organizationId: string, pixels: number) => {
      const result = await claim()
      if (!('job' in result)) throw new Error('nothing to claim')
      expect(result.job.organizationId).toBe(organizationId)
      await asSystem((tx) => priceJob(tx, result.job, pixels))
    }
    await sendMany(3, a)
    await claimAt(a, 3_000_000_000)
    for (let n = 0; n < 5; n += 1) await queue.send({ organizationId: b })
    // Two of these come to more than the one before, though three more run.
    for (let n = 0; n < 3; n += 1) await claimAt(b, 1_400_000_000)
    await claimAt(a, 1e15)
    await claimAt(b, 1e12)
    // Nobody is behind by more than an hour.
    const { rows } = await queue.owner.query(
      `select max(turn_ends) <= now() + interval '1 hour' as soon from jobs`,
    )
    expect(rows).toEqual([{ soon: true }])
    await claimAt(a, 0)
    await claimAt(b, 0)
  })

  test('passes over whom there is no room for, and what is not urgent enough', async () => {
    const [a, b] = queue.organizations
    await sendMany(2, a)
    await queue.owner.query(
      `insert into jobs (id, organization_id, kind, payload, max_attempts, labels)
       values (gen_random_uuid(), $1, 'work', '{}', 1, '{gpu}')`,
      [a],
    )
    const claimBut = () =>
      queue.context.database.asSystem((tx) =>
        claimJob(tx, worker.holder(), ['gpu'], { isFor: (turn) => turn.organizationId !== a }),
      )
    expect(await claimBut()).toEqual({ wait: undefined })
    const other = await queue.send({ organizationId: b })
    expect(await claimBut()).toMatchObject({ job: { id: other } })
    const platform = await queue.send({ organizationId: null })
    expect(await claimBut()).toMatchObject({ job: { id: platform } })
    const urgent = await queue.send({ organizationId: a, priority: priorities.first })
    const claimUrgent = () =>
      queue.context.database.asSystem((tx) =>
        claimJob(tx, worker.holder(), [], { leastPriority: priorities.first }),
      )
    expect(await claimUrgent()).toMatchObject({ job: { id: urgent } })
    expect(await claimUrgent()).toEqual({ wait: undefined })
  })

  test('costs the same however many wait', async () => {
    const [a, b] = queue.organizations
    await queue.owner.query(
      `insert into jobs (id, organization_id, kind, payload, max_attempts)
       select gen_random_uuid(), $1, 'work', '{}', 1 from generate_series(1, 5000)`,
      [a],
    )
    await queue.send({ organizationId: b })
    // What earlier tests left dead in the index would be counted too.
    await queue.owner.query('vacuum analyze jobs')
    const looked = await queue.context.database.asSystem(async (tx) => {
      // What the connection did before in the same second may still be in the count.
      const before = await rowsLookedAt(tx)
      expect(await claimJob(tx, worker.holder(), [])).toHaveProperty('job')
      return (await rowsLookedAt(tx)) - before
    })
    expect(looked).toBeGreaterThan(0)
    expect(looked).toBeLessThan(50)
  })

  test('is made only by a worker that has all the labels', async () => {
    const gpu = await queue.send({ labels: ['gpu'] })
    const both = await queue.send({ labels: ['gpu', 'big-memory'] })
    const none = await queue.send()
    expect(await claimed()).toBe(none)
    expect(await claimed()).toBeUndefined()
    expect(await claimed(['gpu', 'other'])).toBe(gpu)
    expect(await claimed(['gpu'])).toBeUndefined()
    expect(await claimed(['big-memory', 'gpu'])).toBe(both)
  })

  test('says how long the next job still has to wait', async () => {
    await queue.send({ runAfter: new Date(Date.now() + 60_000) })
    const later = await claim()
    expect('wait' in later && later.wait).toBeGreaterThan(55_000)
  })

  test('never hands one job to two', async () => {
    await sendMany(60, queue.organizations[0])
    const workers = await Promise.all([register(), register(), register(), register()])
    const got: string[] = []
    await Promise.all(
      workers.map(async (each) => {
        // While others look at the same job there may be none for this one.
        while (got.length < 60) {
          const id = await claimed([], each)
          if (id !== undefined) got.push(id)
        }
      }),
    )
    expect(await claimed()).toBeUndefined()
    expect(got.length).toBe(60)
    expect(new Set(got).size).toBe(60)
  })

  test('is refused to a worker that was declared dead', async () => {
    await queue.send()
    await queue.owner.query(`update servers set state = 'gone'`)
    expect(await claimed()).toBeUndefined()
  })

  test('passes over what another worker is claiming, and comes again when there is nothing else', async () => {
    const [a, b] = queue.organizations
    const ids = [
      await queue.send({ organizationId: a }),
      await queue.send({ organizationId: a }),
      await queue.send({ organizationId: b }),
    ]
    await queue.context.database.asSystem(async (tx) => {
      const first = await claimJob(tx, worker.holder(), [])
      const others = [await claimed(), await claimed()]
      expect(['job' in first && first.job.id, ...others].sort()).toEqual(ids.sort())
      expect(await claim()).toEqual({ wait: 100 })
    })
  })

  test('leaves out what stands for its children', async () => {
    const parentId = await queue.send({ isParent: true })
    const child = await queue.send({ parentId })
    expect([await claimed(), await claimed()]).toEqual([child, undefined])
  })
})

/** Rows of jobs and of its indexes that this connection has been given, which the database hasn't counted yet. */
async function rowsLookedAt(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ rows: number }>(sql`
    select sum(pg_stat_get_xact_tuples_returned(oid))::int as rows from pg_class
    where oid = 'jobs'::regclass or oid in (select indexrelid from pg_index where indrelid = 'jobs'::regclass)`)
  return rows[0]?.rows ?? 0
}
