import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../id.ts'
import type { RunningJob } from './job-handler.ts'
import { reclaimLost } from './reclaim-lost.ts'
import { registerWorker } from './register-worker.ts'
import { cutDatabase } from './test-support/cut-database.ts'
import { hastyTimings, openTestQueue, type TestQueue, timeByReadings } from './test-support/test-queue.ts'
import { type BeatWatch, createBeatWatch } from './watch-beats.ts'
import { defaultTimings } from './worker-options.ts'

let queue: TestQueue

beforeAll(async () => {
  queue = await openTestQueue(hastyTimings)
})
afterEach(() => queue.clear())
afterAll(() => queue.close())

const done = async () => ({ message: 'done' })
const untilAborted = async ({ signal }: RunningJob): Promise<never> => {
  if (!signal.aborted) await once(signal, 'abort')
  throw signal.reason
}
const register = (id = newId()) =>
  registerWorker(queue.context.database, {
    id,
    name: 'a worker',
    roles: ['worker'],
    labels: [],
    version: '1',
    slots: 1,
  })

/** A job that the worker holds, without anybody who runs it. */
async function hold(holder: { serverId: string; incarnation: string }, maxAttempts = 3): Promise<string> {
  const id = await queue.send({ maxAttempts })
  await queue.owner.query(
    `update jobs set state = 'running', started_at = now(), server_id = $2, incarnation = $3 where id = $1`,
    [id, holder.serverId, holder.incarnation],
  )
  return id
}

function observer() {
  let time = 0
  const watch = createBeatWatch({ lostAfter: 30_000, longestGap: 15_000 })
  const settling = { timings: defaultTimings }
  return async (milliseconds: number) => {
    time += milliseconds
    const found = await reclaimLost({ context: queue.context, settling, watch, monotonic: () => time })
    return found.map(({ id }) => id)
  }
}

describe('a job', () => {
  test('is reclaimed from a worker that no longer beats, by the observer’s time alone', async () => {
    const dead = await register()
    const alive = await register()
    const lost = await hold(dead.holder())
    const kept = await hold(alive.holder())
    // What the clocks say doesn't matter, however wrong they are.
    await queue.owner.query(`update servers set last_seen_at = now() - interval '1 year'`)
    const look = observer()
    for (let second = 0; second < 30; second += 5) {
      expect(await look(5000)).toEqual([])
      await alive.beat()
      await queue.owner.query(`update servers set last_seen_at = now() + interval '1 day'`)
    }
    expect(await look(5000)).toEqual([lost])
    expect(await queue.read(lost)).toMatchObject({ state: 'queued', attempt: 2, incarnation: null })
    expect((await queue.read(kept)).state).toBe('running')
    expect(await dead.beat()).toBe(false)
    expect(await alive.beat()).toBe(true)
  })

  test('stays with a worker that has beaten again since it was looked at', async () => {
    const slow = await register()
    const kept = await hold(slow.holder())
    const watch: BeatWatch = { look: (beats) => beats.map((each) => ({ ...each, beat: each.beat - 1 })) }
    const settling = { timings: defaultTimings }
    expect(await reclaimLost({ context: queue.context, settling, watch, monotonic: () => 0 })).toEqual([])
    expect((await queue.read(kept)).state).toBe('running')
    expect(await slow.beat()).toBe(true)
  })

  test('is reclaimed at once when its server has begun anew, is gone or is unknown', async () => {
    const id = newId()
    const before = await register(id)
    const restarted = await hold(before.holder())
    await register(id)
    const left = await register()
    const leftBehind = await hold(left.holder())
    await left.is('gone')
    const unknown = await hold({ serverId: newId(), incarnation: newId() })
    const look = observer()
    expect(new Set(await look(0))).toEqual(new Set([restarted, leftBehind, unknown]))
    expect(await look(0)).toEqual([])
  })

  test('has failed when it lost its machine once too often', async () => {
    const id = await hold({ serverId: newId(), incarnation: newId() }, 1)
    await observer()(0)
    const job = await queue.read(id)
    expect(job.state).toBe('failed')
    expect(job.message).toMatch(/^The server that ran it stopped before it was done. This was the last/)
  })

  test('that was to be cancelled is not tried again', async () => {
    const id = await hold({ serverId: newId(), incarnation: newId() })
    await queue.owner.query('update jobs set cancel_requested_at = now()')
    await observer()(0)
    expect((await queue.read(id)).state).toBe('cancelled')
  })
})

describe('a worker that was taken for dead', () => {
  test('stops what others have taken over, keeps nothing of it, and begins anew', async () => {
    const database = cutDatabase(queue.context.database)
    const losses = async () => (await queue.context.metrics.leaseLosses.get()).values[0]?.value ?? 0
    const before = await losses()
    let reason: unknown
    const id = await queue.send()
    const context = { ...queue.context, database }
    await queue.start({
      context,
      server: { name: 'the first' },
      handlers: {
        work: async (job) => {
          job.signal.addEventListener('abort', () => {
            reason = job.signal.reason
          })
          await untilAborted(job).catch(() => {})
          return {
            message: 'done by the first',
            commit: async (tx) => {
              await tx.execute(sql`update organizations set display_name = 'by the first'`)
            },
          }
        },
      },
    })
    await queue.untilState(id, 'running')
    database.cut()
    await queue.start({ monotonic: timeByReadings(), handlers: { work: done } })
    expect(await queue.untilState(id, 'succeeded')).toMatchObject({ attempt: 2, message: 'done' })
    database.mend()
    await expect.poll(() => reason).toMatchObject({ reason: 'taken_over' })
    await expect.poll(losses).toBe(before + 1)
    const active = () => queue.owner.query(`select from servers where state = 'active'`)
    await expect.poll(async () => (await active()).rowCount).toBe(2)
    expect(await queue.read(id)).toMatchObject({ attempt: 2, message: 'done' })
    const { rows } = await queue.owner.query(`select from organizations where display_name = 'by the first'`)
    expect(rows).toEqual([])
  })

  test('can no longer write anything while another attempt runs, though it has not noticed', async () => {
    const [home] = queue.organizations
    const id = await queue.send()
    const goOn = Promise.withResolvers<void>()
    const tried: unknown[] = []
    const rename = sql`update organizations set display_name = 'by the first' where id = ${home}`
    const first = await queue.start({
      // It looks at nothing and is not heard of for a while.
      timings: { beat: 60_000, check: 60_000, progress: 10 },
      handlers: {
        work: async (job) => {
          await goOn.promise
          job.progress(9, 10)
          job.say('still here')
          // Writing that down fails, which is how it notices.
          if (!job.signal.aborted) await once(job.signal, 'abort')
          for (const write of [job.asSystem, job.asOrganization]) {
            tried.push(await write((tx) => tx.execute(rename)).catch((error: unknown) => error))
          }
          return { message: 'by the first', commit: async (tx) => void (await tx.execute(rename)) }
        },
      },
    })
    await queue.untilState(id, 'running')
    const end = Promise.withResolvers<void>()
    await queue.start({
      monotonic: timeByReadings(),
      handlers: {
        work: async (job) => {
          job.stage('by the second')
          await end.promise
          return { message: 'by the second' }
        },
      },
    })
    const running = await queue.until(id, ({ stage }) => stage === 'by the second')
    goOn.resolve()
    await expect.poll(() => tried.length).toBe(2)
    for (const error of tried) expect(error).toMatchObject({ reason: 'taken_over' })
    await expect.poll(() => first.running()).toBe(0)
    expect(await queue.read(id)).toEqual(running)
    expect(await queue.lines(id)).toEqual([])
    end.resolve()
    expect(await queue.untilState(id, 'succeeded')).toMatchObject({ attempt: 2, message: 'by the second' })
    const { rows } = await queue.owner.query(`select from organizations where display_name = 'by the first'`)
    expect(rows).toEqual([])
  })

  test('keeps its job and ends it when nobody took it over meanwhile', async () => {
    const database = cutDatabase(queue.context.database)
    const id = await queue.send()
    const end = Promise.withResolvers<void>()
    await queue.start({
      context: { ...queue.context, database },
      handlers: {
        work: async (job) => {
          job.progress(1, 2)
          await end.promise
          return { message: 'done' }
        },
      },
    })
    await queue.untilState(id, 'running')
    database.cut()
    await queue.untilLogged('the sign of life failed')
    end.resolve()
    await queue.untilLogged('the outcome could not be written')
    expect((await queue.read(id)).state).toBe('running')
    database.mend()
    expect(await queue.untilState(id, 'succeeded')).toMatchObject({ attempt: 1 })
  })

  test('does not fight with another run of the same server', async () => {
    const id = newId()
    const first = await register(id)
    const second = await register(id)
    expect(await first.beat()).toBe(false)
    expect(await first.again()).toBe(false)
    expect(await second.beat()).toBe(true)
    await second.is('gone')
    expect(await first.again()).toBe(true)
    expect(await first.beat()).toBe(true)
  })
})

test('a claim whose answer was lost is given back', async () => {
  const database = cutDatabase(queue.context.database)
  let lose = true
  const ran: number[] = []
  const id = await queue.send({ maxAttempts: 1 })
  const context = {
    ...queue.context,
    database: {
      ...database,
      asSystem: async <T>(work: Parameters<typeof database.asSystem<T>>[0]): Promise<T> => {
        const result = await database.asSystem(work)
        const claimed =
          typeof result === 'object' && result !== null && 'job' in result && 'attempt' in Object(result.job)
        if (lose && claimed) {
          lose = false
          throw new Error('Connection terminated unexpectedly')
        }
        return result
      },
    },
  }
  await queue.start({
    context,
    handlers: {
      work: async (job) => {
        ran.push(job.attempt)
        return { message: 'done' }
      },
    },
  })
  await queue.untilState(id, 'succeeded')
  expect(ran).toEqual([2])
})
