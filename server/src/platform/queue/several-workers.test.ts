import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../../faults/test-rounds.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../id.ts'
import { JobFailure } from './job-handler.ts'
import { type CutDatabase, cutDatabase } from './test-support/cut-database.ts'
import { hastyTimings, openTestQueue, type TestQueue, timeByReadings } from './test-support/test-queue.ts'
import type { Worker } from './worker.ts'

let queue: TestQueue

beforeAll(async () => {
  queue = await openTestQueue(hastyTimings)
  await queue.owner.query(`
    create table traces (n bigint generated always as identity, what text, job uuid, attempt integer, state text);
    grant select, insert on traces to cresyl_system`)
})
afterAll(() => queue.close())

const workerCount = 4
const rounds = 5
const jobsEachRound = 8
const random = seededRandom(Number(process.env.CRESYL_TEST_SEED))

const leave = (tx: Tx, what: string, job: { id: string; attempt: number; state?: string }) =>
  tx.execute(
    sql`insert into traces (what, job, attempt, state) values (${what}, ${job.id}, ${job.attempt}, ${job.state ?? null})`,
  )

/** An attempt that ends only when it is told to, so that its worker is lost in the middle of it. */
interface Held {
  nth: number
  database: CutDatabase
  job: { id: string; attempt: number }
  goOn: () => void
}

test('whatever breaks, each attempt runs at most once, each job ends exactly once and what was fenced off leaves no trace', async () => {
  const ran = new Map<string, number>()
  const newest = new Map<string, number>()
  const workers: Worker[] = []
  let held: Held | undefined
  let isHolding = false
  const startOne = async (id: string, nth: number) => {
    const database = cutDatabase(queue.context.database)
    const worker = await queue.start({
      context: { ...queue.context, database },
      server: { id, slots: 3 },
      monotonic: timeByReadings(),
      timings: { beat: 60, lostAfter: 1000, progress: 10, firstRetry: 5, longestRetry: 50 },
      onSettled: async (tx, job, end) => {
        // A retried job's row is already that of its next attempt.
        const attempt = job.state === 'queued' ? job.attempt - 1 : job.attempt
        await leave(tx, 'settled', { id: job.id, attempt, state: end === 'cancelled' ? end : job.state })
      },
      handlers: {
        work: async (job) => {
          const key = `${job.id} ${job.attempt}`
          ran.set(key, (ran.get(key) ?? 0) + 1)
          newest.set(job.id, job.attempt)
          job.progress(1, 2)
          await sleep(random(20))
          await job.asSystem((tx) => leave(tx, 'worked', job))
          if (random(10) === 0) throw new JobFailure('Bad luck.', { retry: true })
          if (isHolding && held === undefined) {
            const { promise, resolve } = Promise.withResolvers<void>()
            held = { nth, database, job, goOn: resolve }
            await promise
          }
          await sleep(random(20))
          await job.asSystem((tx) => leave(tx, 'worked', job))
          return { message: 'done', commit: async (tx) => void (await leave(tx, 'committed', job)) }
        },
      },
    })
    database.loseAnswers(() => random(50) === 0)
    workers.push(worker)
  }

  const ids = Array.from({ length: workerCount }, () => newId())
  await Promise.all(ids.map(startOne))
  for (let round = 0; round < rounds; round += 1) {
    isHolding = true
    await Promise.all(
      Array.from({ length: jobsEachRound }, (_, n) =>
        queue.send({ maxAttempts: 40, organizationId: queue.organizations[n % 2 === 0 ? 0 : 1] }),
      ),
    )
    await expect.poll(() => held).toBeDefined()
    const { nth, database, job, goOn } = held as Held
    isHolding = false
    database.cut()
    // One in two is replaced by a new run of the same server, and comes back while that is at work.
    if (round % 2 === 1) await startOne(ids[nth] ?? '', nth)
    // Another attempt runs at the same time.
    await expect.poll(() => newest.get(job.id)).toBeGreaterThan(job.attempt)
    if (random(2) === 0) database.mend()
    goOn()
    held = undefined
    await sleep(random(50))
    database.mend()
  }
  const unfinished = async () =>
    Number((await queue.owner.query(`select count(*) from jobs where finished_at is null`)).rows[0].count)
  await expect.poll(unfinished, { timeout: 40_000 }).toBe(0)
  // Those that were away find that nothing of what they hold is theirs, before they leave.
  await Promise.all(workers.map((worker) => worker.drain()))

  const twice = [...ran].filter(([, times]) => times > 1)
  expect(twice).toEqual([])
  const rows = async (query: string) => (await queue.owner.query(query)).rows
  expect(
    await rows(`select job, attempt from traces where what = 'settled' group by 1, 2 having count(*) > 1`),
  ).toEqual([])
  expect(
    await rows(`select j.id from jobs j where 1 <> (
      select count(*) from traces t where t.job = j.id and t.what = 'settled' and t.state <> 'queued')`),
  ).toEqual([])
  // A commit is kept with the success it belongs to, and with no other.
  expect(
    await rows(`select j.id, j.state from jobs j where (j.state = 'succeeded')::int <> (
      select count(*) from traces t where t.job = j.id and t.what = 'committed')`),
  ).toEqual([])
  expect(
    await rows(`select t.job from traces t join jobs j on j.id = t.job
      where t.what = 'committed' and t.attempt <> j.attempt`),
  ).toEqual([])
  // What an attempt wrote, it wrote before it ended.
  expect(
    await rows(`select w.job from traces w join traces s on s.job = w.job and s.attempt = w.attempt
      where w.what = 'worked' and s.what = 'settled' and w.n > s.n`),
  ).toEqual([])
}, 90_000)
