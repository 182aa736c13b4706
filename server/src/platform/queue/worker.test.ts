import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { ApiError } from '@cresyl/contract/api/errors'
import { priorities } from '@cresyl/contract/operations/job-kinds'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { JobFailure, type RunningJob } from './job-handler.ts'
import { definition, hastyTimings, openTestQueue, type TestQueue } from './test-support/test-queue.ts'

let queue: TestQueue

beforeAll(async () => {
  queue = await openTestQueue(hastyTimings)
})
afterEach(() => queue.clear())
afterAll(() => queue.close())

const untilAborted = async ({ signal }: RunningJob): Promise<never> => {
  if (!signal.aborted) await once(signal, 'abort')
  throw signal.reason
}
const counted = async (kind: string, outcome: string) => {
  const { values } = await queue.context.metrics.jobs.get()
  return values.find(({ labels }) => labels.kind === kind && labels.outcome === outcome)?.value ?? 0
}

describe('a worker', () => {
  test('runs a job that is sent to it and says what came of it', async () => {
    const given: unknown[] = []
    await queue.start({
      // It hears of them and does not look by itself.
      timings: { poll: 60_000 },
      definitions: { work: definition({ payload: z.object({ n: z.coerce.number() }) }) },
      handlers: {
        work: async ({ payload, attempt }: RunningJob) => {
          given.push({ payload, attempt })
          return { message: 'It is done.' }
        },
      },
    })
    await queue.untilBeats(2)
    const before = await counted('work', 'succeeded')
    const id = await queue.send({ payload: { n: '7' } })
    const job = await queue.untilState(id, 'succeeded')
    expect(job).toMatchObject({ message: 'It is done.', progress: 1, attempt: 1, incarnation: null })
    expect(given).toEqual([{ payload: { n: 7 }, attempt: 1 }])
    await expect.poll(() => counted('work', 'succeeded')).toBe(before + 1)
  })

  test('keeps what the handler commits together with its success, or neither', async () => {
    const [first, second] = queue.organizations
    const good = await queue.send({ organizationId: first })
    const bad = await queue.send({ organizationId: second, maxAttempts: 1 })
    const rename = (id: string | null) =>
      sql`update organizations set display_name = 'renamed' where id = ${id}`
    await queue.start({
      handlers: {
        work: async (job) => ({
          message: 'done',
          commit: async (tx) => {
            await tx.execute(rename(job.organizationId))
            if (job.id === bad) throw new JobFailure('It does not fit.')
          },
        }),
      },
    })
    await queue.untilState(good, 'succeeded')
    expect(await queue.untilState(bad, 'failed')).toMatchObject({ message: 'It does not fit.' })
    const { rows } = await queue.owner.query(`select id from organizations where display_name = 'renamed'`)
    expect(rows).toEqual([{ id: first }])
  })

  test('clears up only after what was committed stands, and a failure of that changes nothing', async () => {
    const good = await queue.send()
    const bad = await queue.send({ maxAttempts: 1 })
    const cleared: string[] = []
    await queue.start({
      handlers: {
        work: async (job) => ({
          message: 'done',
          commit: async () => {
            if (job.id === bad) throw new JobFailure('It does not fit.')
          },
          afterwards: async () => {
            cleared.push(job.id, (await queue.read(job.id)).state)
            throw new Error('a broken broom')
          },
        }),
      },
    })
    await queue.untilState(bad, 'failed')
    await expect.poll(() => queue.log.join()).toContain('a broken broom')
    expect(cleared).toEqual([good, 'succeeded'])
    expect(await queue.read(good)).toMatchObject({ state: 'succeeded', message: 'done' })
  })

  test('tells the hook of each end in the transaction that writes it', async () => {
    const told: string[] = []
    const id = await queue.send({ maxAttempts: 2 })
    await queue.start({
      onSettled: async (tx, job, end) => {
        const { rows } = await tx.execute(sql`select state from jobs where id = ${job.id}`)
        told.push(`${end} ${job.state} ${rows[0]?.state}`)
      },
      handlers: {
        work: async () => {
          throw new JobFailure('No.', { retry: true })
        },
      },
    })
    await queue.untilState(id, 'failed')
    await expect.poll(() => told).toEqual(['retried queued queued', 'failed failed failed'])
  })

  test('leaves jobs alone while the disk is almost full and says so, but for those that free space', async () => {
    let short = true
    const context = { ...queue.context, room: { isShort: async () => short, require: async () => {} } }
    const waiting = await queue.send()
    await queue.start({
      context,
      definitions: { purge: definition({ freesSpace: true }) },
      handlers: { work: async () => ({ message: 'done' }), purge: async () => ({ message: 'freed' }) },
    })
    const freeing = await queue.send({ kind: 'purge' })
    await queue.untilState(freeing, 'succeeded')
    expect(await queue.read(waiting)).toMatchObject({
      state: 'queued',
      attempt: 1,
      message: 'The disk of the server is almost full. It continues automatically once there is space.',
    })
    short = false
    expect(await queue.untilState(waiting, 'succeeded')).toMatchObject({ attempt: 1, message: 'done' })
  })

  test.each([
    ['the disk', () => Object.assign(new Error('write'), { code: 'ENOSPC' })],
    ['storage', () => new JobFailure('It could not be stored.', { cause: new ApiError('storage_full') })],
    ['the database', () => Object.assign(new pg.DatabaseError('full', 0, 'error'), { code: '53100' })],
  ])(
    'gives back a job that found no room on %s until there is some, and that costs no attempt',
    async (_, full) => {
      const id = await queue.send({ maxAttempts: 1 })
      await queue.start({
        handlers: {
          work: async ({ attempt }) => {
            if (attempt < 4) throw full()
            return { message: 'done' }
          },
        },
      })
      expect(await queue.untilState(id, 'succeeded')).toMatchObject({ attempt: 4, maxAttempts: 4 })
    },
  )

  test('ends what runs at its next transaction once the disk is almost full, and goes on later', async () => {
    let short = false
    const context = { ...queue.context, room: { isShort: async () => short, require: async () => {} } }
    const id = await queue.send({ maxAttempts: 1 })
    await queue.start({
      context,
      handlers: {
        work: async (job) => {
          short = job.attempt === 1
          await job.asSystem((tx) => tx.execute(sql`select 1`))
          return { message: 'done' }
        },
      },
    })
    const given = await queue.until(id, ({ attempt }) => attempt === 2)
    expect(given).toMatchObject({
      state: 'queued',
      message: expect.stringContaining('continues automatically'),
    })
    short = false
    await queue.untilState(id, 'succeeded')
  })

  test('tries again after a growing pause, until the attempts are used up', async () => {
    const times: number[] = []
    const id = await queue.send({ maxAttempts: 3 })
    await queue.start({
      timings: { firstRetry: 200, longestRetry: 10_000 },
      handlers: {
        work: async () => {
          times.push(performance.now())
          throw new Error('a secret of the server')
        },
      },
    })
    const job = await queue.untilState(id, 'failed')
    expect(job).toMatchObject({ attempt: 3, maxAttempts: 3 })
    expect(job.message).toMatch(/^It failed unexpectedly\..* the log of a worker\.$/)
    const [first = 0, second = 0, third = 0] = times
    expect(second - first).toBeGreaterThanOrEqual(150)
    expect(third - second).toBeGreaterThanOrEqual(300)
    expect(queue.log.join()).toContain('a secret of the server')
  })

  test('does not try again what fails for good', async () => {
    const id = await queue.send()
    await queue.start({
      handlers: {
        work: async () => {
          throw new JobFailure('The file is broken. Scan the slide again.')
        },
      },
    })
    const job = await queue.untilState(id, 'failed')
    expect(job).toMatchObject({ attempt: 1, message: 'The file is broken. Scan the slide again.' })
  })

  test('says what came of it also where that holds what the database cannot keep', async () => {
    const id = await queue.send()
    await queue.start({
      handlers: {
        work: async () => {
          throw new JobFailure('The file says that it is of A\0B.')
        },
      },
    })
    expect((await queue.untilState(id, 'failed')).message).toBe('The file says that it is of AB.')
  })

  test('refuses a payload that does not fit', async () => {
    const id = await queue.send({ payload: { n: 'seven' } })
    await queue.start({
      definitions: { work: definition({ payload: z.object({ n: z.number() }) }) },
      handlers: { work: async () => ({ message: 'done' }) },
    })
    expect((await queue.untilState(id, 'failed')).message).toMatch(/^Its data does not fit/)
  })

  test('gives back what it does not know, for one that does', async () => {
    const id = await queue.send({ kind: 'news' })
    await queue.start({ timings: { longestRetry: 100 }, handlers: {} })
    await queue.until(id, ({ attempt }) => attempt > 1)
    await queue.start({ handlers: { news: async () => ({ message: 'done' }) } })
    const job = await queue.untilState(id, 'succeeded')
    expect(job.maxAttempts - job.attempt).toBe(2)
  })

  test('ends what takes too long', async () => {
    const id = await queue.send({ maxAttempts: 1 })
    await queue.start({
      definitions: { work: definition({ timeoutSeconds: 0.1 }) },
      handlers: { work: untilAborted },
    })
    expect((await queue.untilState(id, 'failed')).message).toMatch(/took longer than 0.1 seconds/)
  })

  test('goes on without a handler that ignores its signal, whose writes are refused from then on', async () => {
    const id = await queue.send({ maxAttempts: 1 })
    const never = Promise.withResolvers<void>()
    const refused = Promise.withResolvers<unknown>()
    let stuck = false
    await queue.start({
      definitions: { work: definition({ timeoutSeconds: 0.05 }) },
      timings: { ignoredSignal: 100 },
      onStuck: () => {
        stuck = true
      },
      handlers: {
        work: async (job) => {
          await never.promise
          const late = job.asSystem((tx) => tx.execute(sql`update organizations set display_name = 'late'`))
          refused.resolve(await late.catch((error: unknown) => error))
          return { message: 'done after all' }
        },
      },
    })
    expect((await queue.untilState(id, 'failed')).message).toMatch(/took longer/)
    await expect.poll(() => stuck).toBe(true)
    // Its slot is still taken.
    const next = await queue.send({ kind: 'other' })
    await queue.untilBeats(3)
    expect(await queue.read(next)).toMatchObject({ state: 'queued', attempt: 1 })
    never.resolve()
    expect(await refused.promise).toMatchObject({ reason: 'taken_over' })
    expect((await queue.read(id)).state).toBe('failed')
    const { rows } = await queue.owner.query(`select from organizations where display_name = 'late'`)
    expect(rows).toEqual([])
    await queue.until(next, ({ attempt }) => attempt > 1)
  })

  test('writes down progress, stage, the time it will end and log lines, not too often', async () => {
    const id = await queue.send()
    const end = Promise.withResolvers<void>()
    const minute = 60_000
    let time = 0
    await queue.start({
      timings: { progress: 300 },
      monotonic: () => time,
      handlers: {
        work: async (job) => {
          job.stage('Reading')
          time += minute
          for (let done = 1; done <= 50; done += 1) job.progress(done, 100)
          job.stage('Counting')
          job.say('half of it')
          job.say(`careful\0${'x'.repeat(3000)}`, 'warn')
          await end.promise
          job.say('all of it')
          return { message: 'done' }
        },
      },
    })
    const started = await queue.untilState(id, 'running')
    const job = await queue.until(id, ({ progress }) => progress !== null)
    expect(job).toMatchObject({ stage: 'Counting', progress: 0.5, version: started.version + 1 })
    // Half of it took a minute: so does the other half, from when that was written down.
    const written = (job.finishesAt?.getTime() ?? 0) - minute
    expect(written).toBeGreaterThanOrEqual(job.startedAt?.getTime() ?? Number.NaN)
    expect(written).toBeLessThanOrEqual(Date.now())
    end.resolve()
    expect(await queue.untilState(id, 'succeeded')).toMatchObject({ stage: null, finishesAt: null })
    const lines = await queue.lines(id)
    expect(lines).toEqual(['half of it', expect.stringMatching(/^carefulx+…$/), 'all of it'])
    expect(lines[1]).toHaveLength(2000)
  })

  test('foretells no end of a job that has hardly begun', async () => {
    const id = await queue.send()
    const end = Promise.withResolvers<void>()
    await queue.start({
      timings: { progress: 50 },
      handlers: {
        work: async (job) => {
          job.progress(1, 100)
          await end.promise
          return { message: 'done' }
        },
      },
    })
    const job = await queue.until(id, ({ progress }) => progress !== null)
    expect(job).toMatchObject({ progress: 0.01, finishesAt: null })
    end.resolve()
    await queue.untilState(id, 'succeeded')
  })

  test('has room for another organisation where one holds all slots with jobs that take long', async () => {
    const [a, b] = queue.organizations
    const long = await Promise.all([1, 2, 3].map(() => queue.send({ organizationId: a, kind: 'long' })))
    await queue.start({
      server: { slots: 2 },
      definitions: { work: definition(), long: definition() },
      handlers: { long: untilAborted, work: async () => ({ message: 'done' }) },
    })
    const states = async () => (await Promise.all(long.map(queue.read))).map(({ state }) => state).sort()
    await expect.poll(states).toEqual(['queued', 'running', 'running'])
    await queue.untilState(await queue.send({ organizationId: b }), 'succeeded')
    expect(await states()).toEqual(['queued', 'running', 'running'])
  })

  test('reads slides while jobs that take long hold all slots, one at a time', async () => {
    const [a, b] = queue.organizations
    let [reading, most] = [0, 0]
    await queue.start({
      server: { slots: 1 },
      definitions: { work: definition({ priority: priorities.first }), long: definition() },
      handlers: {
        long: untilAborted,
        work: async () => {
          reading += 1
          most = Math.max(most, reading)
          await setImmediate()
          reading -= 1
          return { message: 'done' }
        },
      },
    })
    for (const organizationId of [a, b])
      await queue.untilState(await queue.send({ organizationId, kind: 'long' }), 'running')
    const slides = [a, a, b].map((organizationId) =>
      queue.send({ organizationId, priority: priorities.first }),
    )
    for (const id of await Promise.all(slides)) await queue.untilState(id, 'succeeded')
    expect(most).toBe(1)
  })

  test('holds the pixels that a job reads and writes against its organisation', async () => {
    const id = await queue.send()
    await queue.start({
      handlers: {
        work: async (job) => {
          await job.price(30_000_000_000)
          return { message: 'done' }
        },
      },
    })
    const { startedAt, turnEnds } = await queue.untilState(id, 'succeeded')
    expect(Number(turnEnds) - Number(startedAt)).toBeGreaterThan(2_000_000)
  })

  test('runs as many at once as it has slots', async () => {
    const release = Promise.withResolvers<void>()
    const worker = await queue.start({
      server: { slots: 3 },
      handlers: {
        work: async () => {
          await release.promise
          return { message: 'done' }
        },
      },
    })
    const ids = await Promise.all(Array.from({ length: 5 }, () => queue.send()))
    await expect.poll(() => worker.running()).toBe(3)
    await queue.untilBeats(3)
    expect(worker.running()).toBe(3)
    release.resolve()
    for (const id of ids) await queue.untilState(id, 'succeeded')
  })
})

describe('a worker that is drained', () => {
  test('lets short jobs end and gives the others back without costing an attempt', async () => {
    const short = await queue.send({ kind: 'short', priority: 1 })
    const long = await queue.send({ kind: 'long', maxAttempts: 1 })
    const never = await queue.send({ kind: 'deaf', maxAttempts: 1 })
    const end = Promise.withResolvers<void>()
    const worker = await queue.start({
      server: { slots: 3 },
      timings: { ignoredSignal: 200 },
      handlers: {
        short: async () => {
          await end.promise
          return { message: 'done' }
        },
        long: untilAborted,
        deaf: () => new Promise(() => {}),
      },
    })
    for (const id of [short, long, never]) await queue.untilState(id, 'running')
    const drained = worker.drain(2000)
    end.resolve()
    await drained
    expect(await queue.read(short)).toMatchObject({ state: 'succeeded' })
    for (const id of [long, never]) {
      expect(await queue.read(id)).toMatchObject({ state: 'queued', attempt: 2, maxAttempts: 2 })
    }
    const { rows } = await queue.owner.query('select state from servers')
    expect(rows).toEqual([{ state: 'gone' }])
    expect(worker.running()).toBe(0)

    await queue.start({ server: { slots: 2 }, handlers: { long: done, deaf: done } })
    for (const id of [long, never]) await queue.untilState(id, 'succeeded')
  })
})

const done = async () => ({ message: 'done' })
