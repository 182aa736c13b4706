import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { newId } from '../platform/id.ts'
import { query } from '../platform/postgres/test-surroundings.ts'
import { sendJob } from '../platform/queue/send-job.ts'
import type { WorkerTimings } from '../platform/queue/worker-options.ts'
import { addTestOrganization } from '../platform/storage/test-support/test-organization.ts'
import { compiledFolder } from '../platform/test-compiled.ts'
import type { FaultWorkerOptions, FromWorker, ToWorker, WorkerPoint } from './test-worker-points.ts'

const program = fileURLToPath(new URL('./test-fault-worker.ts', import.meta.url))

/** Fast, but what proves that a worker is lost stays far above what a busy machine may delay. */
const timings: Partial<WorkerTimings> = {
  beat: 200,
  lostAfter: 3000,
  poll: 200,
  check: 200,
  progress: 50,
  firstRetry: 50,
  longestRetry: 500,
}

/** A busy machine may need long for what is a matter of seconds. */
const patienceMilliseconds = 120_000

export interface FaultWorker {
  process: ChildProcess
  pid: number
  /** Resolves when a job is at the point: the worker waits there until told to go on. */
  reach(point: WorkerPoint): Promise<void>
  goOn(): void
  /** The process in which the job's work is done. */
  sandboxOf(job: string): Promise<number>
  isRunning(): boolean
  kill(): Promise<void>
  drain(): Promise<void>
}

export interface StartOptions {
  serverId?: string
  slots?: number
  labels?: readonly string[]
  /** For node itself, such as a module to load first. */
  nodeOptions?: readonly string[]
  environment?: Record<string, string>
}

export interface Sent {
  kind?: 'trace' | 'sandbox'
  payload?: unknown
  maxAttempts?: number
  labels?: readonly string[]
}

export interface EndedJob {
  state: string
  attempt: number
  max_attempts: number
  message: string
}

export interface FaultQueue {
  database: Database
  databaseUrl: string
  organizationId: string
  start(options?: StartOptions): Promise<FaultWorker>
  send(job?: Sent): Promise<string>
  sendMany(count: number, job?: Sent): Promise<string[]>
  untilEnded(ids: readonly string[]): Promise<EndedJob[]>
  /** Each job succeeded once, by one attempt, of which none began twice. Returns how often they were tried again. */
  expectDoneOnce(ids: readonly string[]): Promise<number>
  close(): Promise<void>
}

/** A queue whose jobs leave traces, with workers that are processes of their own. */
export async function openFaultQueue(databaseUrl: string): Promise<FaultQueue> {
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-faults-'))
  await migrate(databaseUrl)
  await query(
    databaseUrl,
    `create table traces (
       n bigint generated always as identity, what text, job uuid, attempt integer, ending text);
     grant select, insert on traces to cresyl_system`,
  )
  const database = openDatabase({ url: databaseUrl })
  const organizationId = await addTestOrganization(database)
  const workers: FaultWorker[] = []

  const send: FaultQueue['send'] = ({ kind = 'trace', payload = { milliseconds: 20 }, ...job } = {}) =>
    database.asSystem((tx) =>
      sendJob(tx, { kind, payload, organizationId, priority: 0, maxAttempts: 10, ...job }),
    )
  const rows = <Row extends object>(text: string) => query<Row>(databaseUrl, text)

  return {
    database,
    databaseUrl,
    organizationId,
    start: async ({ serverId = newId(), slots = 2, labels = [], ...rest } = {}) => {
      const options = { databaseUrl, folder, serverId, slots, labels, timings }
      const worker = await startFaultWorker(options, rest)
      workers.push(worker)
      return worker
    },
    send,
    sendMany: async (count, job) => {
      const ids: string[] = []
      for (let n = 0; n < count; n += 1) ids.push(await send(job))
      return ids
    },
    untilEnded: async (ids) => {
      const deadline = performance.now() + patienceMilliseconds
      for (;;) {
        const ended = await rows<EndedJob>(
          `select state, attempt, max_attempts, message from jobs
           where id = ${anyOf(ids)} and finished_at is not null order by id`,
        ).catch(() => [])
        if (ended.length === ids.length) return ended
        if (performance.now() > deadline) throw new Error(`${ids.length - ended.length} jobs have not ended`)
        await sleep(50)
      }
    },
    expectDoneOnce: async (ids) => {
      const jobs = `jobs j where j.id = ${anyOf(ids)}`
      const traced = (what: string) => `(select count(*) from traces t where t.job = j.id and ${what})`
      expect(await rows(`select id, state, message from ${jobs} and state <> 'succeeded'`)).toEqual([])
      const twice = `select job, attempt from traces where what = 'began' group by 1, 2 having count(*) > 1`
      expect(await rows(twice), 'no attempt runs twice').toEqual([])
      const effects = `${traced(`t.what = 'committed'`)} <> 1 or
        ${traced(`t.what = 'committed' and t.attempt = j.attempt`)} <> 1`
      expect(await rows(`select id from ${jobs} and (${effects})`), 'one effect each').toEqual([])
      const ends = `${traced(`t.what = 'ended' and t.ending in ('succeeded', 'failed', 'cancelled')`)} <> 1`
      expect(await rows(`select id from ${jobs} and ${ends}`), 'one end each').toEqual([])
      const late = `select w.job from traces w join traces e on e.job = w.job and e.attempt = w.attempt
        where w.what = 'worked' and e.what = 'ended' and w.n > e.n`
      expect(await rows(late), 'nothing is written after the end').toEqual([])
      const [sum] = await rows<{ retried: number }>(
        `select coalesce(sum(attempt - 1), 0)::int as retried from ${jobs}`,
      )
      return sum?.retried ?? 0
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.kill()))
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const anyOf = (ids: readonly string[]) => `any ('{${ids.join(',')}}'::uuid[])`

async function startFaultWorker(
  options: FaultWorkerOptions,
  { nodeOptions = [], environment = {} }: Pick<StartOptions, 'nodeOptions' | 'environment'>,
): Promise<FaultWorker> {
  const child = fork(program, [JSON.stringify(options)], {
    // Many processes load the same files: each after the first finds them compiled.
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiledFolder, ...environment },
    execArgv: ['--no-warnings', ...nodeOptions],
  })
  const told = Promise.withResolvers<never>()
  told.promise.catch(() => {})
  child.once('exit', (code, signal) =>
    told.reject(new Error(`The worker ended with ${signal ?? `exit code ${code}`}`)),
  )
  const sandboxes = new Map<string, number>()
  const heard = <Type extends FromWorker['type']>(type: Type) =>
    Promise.race([
      told.promise,
      new Promise<void>((resolve) => {
        const listener = (message: FromWorker) => {
          if (message.type !== type) return
          child.off('message', listener)
          resolve()
        }
        child.on('message', listener)
      }),
    ])
  const tell = (message: ToWorker) => void (child.connected && child.send(message))
  child.on('message', (message: FromWorker) => {
    if (message.type === 'sandbox') sandboxes.set(message.job, message.pid)
  })
  const end = async (ask: () => void) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    ask()
    await ended
  }
  await heard('ready')
  return {
    process: child,
    pid: child.pid ?? 0,
    reach: async (point) => {
      const reached = heard('reached')
      tell({ type: 'arm', point })
      await reached
    },
    goOn: () => tell({ type: 'go' }),
    sandboxOf: async (job) => {
      for (;;) {
        const pid = sandboxes.get(job)
        if (pid !== undefined) return pid
        await Promise.race([told.promise, sleep(10)])
      }
    },
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: () => end(() => child.kill('SIGKILL')),
    drain: () => end(() => tell({ type: 'drain' })),
  }
}
