import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../db/database.ts'
import { newId } from '../id.ts'
import { JobFailure } from './job-handler.ts'
import { type CutDatabase, cutDatabase } from './test-support/cut-database.ts'
import { openTestQueue, type TestQueue } from './test-support/test-queue.ts'

let queue: TestQueue

beforeAll(async () => {
  queue = await openTestQueue()
  await queue.owner.query(`
    create table traces (n bigint generated always as identity, what text, job uuid, attempt integer, state text);
    grant select, insert on traces to cresyl_system`)
})
afterAll(() => queue.close())

const jobCount = 120
const workerCount = 4

const leave = (tx: Tx, what: string, job: { id: string; attempt: number; state?: string }) =>
  tx.execute(
    sql`insert into traces (what, job, attempt, state) values (${what}, ${job.id}, ${job.attempt}, ${job.state ?? null})`,
  )

test('whatever breaks, each attempt runs at most once, each job ends exactly once and what was fenced off leaves no trace', async () => {
  const ran = new Map<string, number>()
  const databases: CutDatabase[] = []
  const startOne = async (id: string) => {
    const database = cutDatabase(queue.context.database)
    await queue.start({
      context: { ...queue.context, database },
      server: { id, slots: 3 },
      timings: {
        beat: 60,
        lostAfter: 250,
        poll: 100,
        check: 100,
        progress: 10,
        firstRetry: 5,
        longestRetry: 50,
      },
      onSettled: async (tx, job, end) => {
        // A retried job's row is already that of its next attempt.
        const attempt = job.state === 'queued' ? job.attempt - 1 : job.attempt
        await leave(tx, 'settled', { id: job.id, attempt, state: end === 'cancelled' ? end : job.state })
      },
      handlers: {
        work: async (job) => {
          const key = `${job.id} ${job.attempt}`
          ran.set(key, (ran.get(key) ?? 0) + 1)
          job.progress(1, 2)
          await sleep(randomInt(20))
          await job.asSystem((tx) => leave(tx, 'worked', job))
          if (randomInt(10) === 0) throw new JobFailure('Bad luck.', { retry: true })
          await sleep(randomInt(20))
          // Some take longer than a silent worker is believed to live: their next attempt runs at the same time.
          if (randomInt(4) === 0) await sleep(200 + randomInt(600))
          await job.asSystem((tx) => leave(tx, 'worked', job))
          return { message: 'done', commit: async (tx) => void (await leave(tx, 'committed', job)) }
        },
      },
    })
    database.loseAnswers(0.02)
    databases.push(database)
    return database
  }

  const ids = Array.from({ length: workerCount }, () => newId())
  const current = await Promise.all(ids.map(startOne))
  for (let n = 0; n < jobCount; n += 1) {
    await queue.send({ maxAttempts: 40, organizationId: queue.organizations[n % 2 === 0 ? 0 : 1] })
  }
  const unfinished = async () =>
    Number((await queue.owner.query(`select count(*) from jobs where finished_at is null`)).rows[0].count)

  const deadline = performance.now() + 45_000
  for (let round = 0; (await unfinished()) > 0 && performance.now() < deadline; round += 1) {
    const nth = randomInt(workerCount)
    const lost = current[nth]
    lost?.cut()
    await sleep(100 + randomInt(500))
    // One in three is replaced by a new run of the same server, and comes back while that is at work.
    if (round % 3 === 2) current[nth] = await startOne(ids[nth] ?? '')
    await sleep(randomInt(100))
    lost?.mend()
    await sleep(randomInt(100))
  }
  expect(await unfinished()).toBe(0)
  // Those that were away come back and find that nothing of what they hold is theirs.
  for (const database of databases) database.mend()
  await sleep(300)

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
  const [{ takeovers }] = await rows(`select count(*)::int as takeovers from jobs where attempt > 1`)
  expect(takeovers).toBeGreaterThan(10)
}, 90_000)
