import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { expect } from 'vitest'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { jobLogLines, jobs, organizations } from '../../db/schema/index.ts'
import { newId } from '../../id.ts'
import { openTestContext, type TestContext } from '../../test-context.ts'
import type { JobHandler } from '../job-handler.ts'
import type { JobRow } from '../job-row.ts'
import { type NewJob, sendJob } from '../send-job.ts'
import { startWorker, type Worker, type WorkerOptions } from '../worker.ts'
import type { QueueDefinition, WorkerTimings } from '../worker-options.ts'

/** Fast where a test waits for it. Work wakes its worker: one that looks for it ten times a second only keeps busy. */
export const testTimings: Partial<WorkerTimings> = {
  beat: 500,
  lostAfter: 2000,
  poll: 1000,
  check: 200,
  progress: 50,
  ignoredSignal: 300,
  firstRetry: 50,
  longestRetry: 400,
  noRoom: 100,
}

/**
 * For tests of the queue itself, which wait for signs of life; what proves that something is lost stays far above what
 * a busy machine may delay.
 */
export const hastyTimings: Partial<WorkerTimings> = {
  ...testTimings,
  beat: 100,
  lostAfter: 1500,
  poll: 100,
  check: 100,
  cron: 200,
}

export interface TestWorkerOptions extends Partial<Omit<WorkerOptions, 'server' | 'handlers'>> {
  handlers: Record<string, JobHandler<never>>
  /** As this worker sees it; the test's own unless given. */
  context?: Context
  server?: Partial<WorkerOptions['server']>
}

export interface TestQueue extends TestContext {
  organizations: readonly [string, string]
  owner: pg.Client
  start(options: TestWorkerOptions): Promise<Worker>
  send(job?: Partial<NewJob>): Promise<string>
  read(id: string): Promise<JobRow>
  lines(id: string): Promise<string[]>
  /** Until the job is as wanted. */
  until(id: string, wanted: (job: JobRow) => boolean): Promise<JobRow>
  untilState(id: string, state: JobRow['state']): Promise<JobRow>
  /** Until each worker that is active has given so many more signs of life: it has looked for jobs as often. */
  untilBeats(count: number): Promise<void>
  /** Until a line of the log that was written from here on says so. */
  untilLogged(text: string): Promise<void>
  /** Sends the workers home and forgets every job. */
  clear(): Promise<void>
}

/**
 * Time that goes by how often it is read, as it is twice in each search for lost jobs: a busy machine can't hold it up,
 * nor make a worker look dead that beats as often as it is looked at.
 */
export function timeByReadings(milliseconds = 100): () => number {
  let time = 0
  return () => {
    time += milliseconds
    return time
  }
}

export const definition = (given: Partial<QueueDefinition> = {}): QueueDefinition => ({
  attempts: 3,
  timeoutSeconds: 30,
  priority: 0,
  payload: z.unknown(),
  ...given,
})

/** A database with two organisations, and workers with fast timings on it. */
export async function openTestQueue(usualTimings = testTimings): Promise<TestQueue> {
  const test = await openTestContext()
  const { database } = test.context
  const owner = new pg.Client({ connectionString: test.databaseUrl })
  await owner.connect()
  const ids = [newId(), newId()] as const
  const branding = { primary: null, accent: null, logo: null }
  await database.asSystem((tx) =>
    tx.insert(organizations).values(ids.map((id) => ({ id, name: id, displayName: id, branding }))),
  )
  const workers: Worker[] = []

  const read = async (id: string) => {
    const [job] = await database.asSystem((tx) => tx.select().from(jobs).where(eq(jobs.id, id)))
    if (job === undefined) throw new Error(`no job ${id}`)
    return job
  }
  const until: TestQueue['until'] = async (id, wanted) => {
    const deadline = performance.now() + 40_000
    for (let seen: string | undefined; ; await sleep(15)) {
      // Whether it was written costs a fraction of reading it as the product does.
      const { rows } = await owner.query('select xmin::text as write from jobs where id = $1', [id])
      if (rows[0] === undefined || rows[0].write !== seen) {
        const job = await read(id)
        if (wanted(job)) return job
        seen = rows[0]?.write
      }
      if (performance.now() > deadline)
        throw new Error(`The job did not become as wanted: ${JSON.stringify(await read(id))}`)
    }
  }
  const beats = async (): Promise<Map<string, number>> => {
    const { rows } = await owner.query(`select id, beat from servers where state = 'active'`)
    return new Map(rows.map((row) => [row.id, Number(row.beat)]))
  }

  return {
    ...test,
    organizations: ids,
    owner,
    start: async ({ context = test.context, handlers, server, timings, definitions, ...rest }) => {
      const kinds = Object.keys(handlers).map((kind) => [kind, definition()])
      const worker = await startWorker(context, {
        definitions: { ...Object.fromEntries(kinds), ...definitions },
        handlers,
        timings: { ...usualTimings, ...timings },
        server: {
          id: newId(),
          name: 'a worker',
          roles: ['worker'],
          labels: [],
          version: '1',
          slots: 1,
          ...server,
        },
        ...rest,
      })
      workers.push(worker)
      return worker
    },
    send: (job = {}) =>
      database.asSystem((tx) =>
        sendJob(tx, {
          kind: 'work',
          organizationId: ids[0],
          payload: {},
          priority: 0,
          maxAttempts: 3,
          ...job,
        }),
      ),
    read,
    lines: async (id) => {
      const found = await database.asSystem((tx) =>
        tx.select().from(jobLogLines).where(eq(jobLogLines.jobId, id)).orderBy(jobLogLines.n),
      )
      return found.map(({ text }) => text)
    },
    until,
    untilState: (id, state) => until(id, (job) => job.state === state),
    untilBeats: async (count) => {
      const before = await beats()
      const fewest = async () => {
        const now = await beats()
        return Math.min(...[...before].map(([id, beat]) => (now.get(id) ?? 0) - beat))
      }
      await expect.poll(fewest).toBeGreaterThanOrEqual(count)
    },
    untilLogged: async (text) => {
      const before = test.log.length
      await expect.poll(() => test.log.slice(before).join('')).toContain(text)
    },
    clear: async () => {
      await Promise.all(workers.splice(0).map((worker) => worker.drain(0)))
      // Of a few rows: to truncate as many tables takes the database a hundred times as long.
      await owner.query(
        'delete from job_log_lines; delete from jobs; delete from schedule; delete from servers',
      )
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.drain(0)))
      await owner.end()
      await test.close()
    },
  }
}
