import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { z } from 'zod'
import { parseConfig } from '../platform/config/config.ts'
import type { Database, Tx } from '../platform/db/database.ts'
import { openContext } from '../platform/open-context.ts'
import { runInSandbox } from '../platform/processes/sandbox.ts'
import type { TestWork } from '../platform/processes/test-sandbox-work.ts'
import type { RunningJob } from '../platform/queue/job-handler.ts'
import type { AttemptEnd } from '../platform/queue/job-row.ts'
import { startWorker } from '../platform/queue/worker.ts'
import type { FaultWorkerOptions, FromWorker, ToWorker, WorkerPoint } from './test-worker-points.ts'

const payloads = {
  trace: z.object({ milliseconds: z.number() }),
  sandbox: z.object({
    work: z.custom<TestWork>(),
    timeoutMilliseconds: z.number(),
    memoryBytes: z.number(),
  }),
}

const tell = (message: FromWorker) => void process.send?.(message)

let armed: WorkerPoint | undefined
let goOn = () => {}

/** The first to come to the point that was asked for waits there; others pass. */
async function reach(point: WorkerPoint): Promise<void> {
  if (armed !== point) return
  armed = undefined
  await new Promise<void>((resolve) => {
    goOn = resolve
    tell({ type: 'reached', point })
  })
}

function withPoints(database: Database): Database {
  return {
    ...database,
    asSystem: async (work) => {
      const result = await database.asSystem(async (tx) => {
        const value = await work(tx)
        if (isClaim(value)) await reach('claiming')
        return value
      })
      if (isClaim(result)) await reach('claimed')
      if (isSettled(result)) await reach('settled')
      return result
    },
  }
}

const isClaim = (value: unknown) => isObject(value) && 'job' in value && !('end' in value)
const isSettled = (value: unknown) => isObject(value) && 'job' in value && 'end' in value
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

type Traced = Pick<RunningJob, 'id' | 'attempt'>

const leave = (tx: Tx, what: string, { id, attempt }: Traced, end: AttemptEnd | null = null) =>
  tx.execute(sql`insert into traces (what, job, attempt, ending) values (${what}, ${id}, ${attempt}, ${end})`)

/** A worker process of its own. Whatever it does leaves a trace: node test-fault-worker.ts <options as JSON>. */
async function run(options: FaultWorkerOptions): Promise<void> {
  const { databaseUrl, folder, serverId, slots, labels, timings } = options
  const config = parseConfig(
    { CRESYL_DATA_DIR: folder, CRESYL_DEMO: 'false', DATABASE_URL: databaseUrl },
    folder,
  )
  const opened = await openContext({ config, databaseUrl, log: pino({ level: 'silent' }) })
  const context = { ...opened.context, database: withPoints(opened.context.database) }

  const trace = async (job: RunningJob<z.infer<typeof payloads.trace>>) => {
    await context.database.asSystem((tx) => leave(tx, 'began', job))
    await reach('begun')
    await sleep(job.payload.milliseconds, undefined, { signal: job.signal })
    await job.asSystem(async (tx) => {
      await leave(tx, 'worked', job)
      await reach('writing')
    })
    await reach('worked')
    const commit = async (tx: Tx) => {
      await leave(tx, 'committed', job)
      await reach('settling')
    }
    return { message: 'done', commit }
  }

  const sandbox = async (job: RunningJob<z.infer<typeof payloads.sandbox>>) => {
    const { work, ...limits } = job.payload
    // Where someone else ended it, once is enough.
    const input: TestWork = job.attempt === 1 ? work : { do: 'return', value: null }
    await runInSandbox({
      module: new URL('../platform/processes/test-sandbox-work.ts', import.meta.url),
      input,
      name: 'Reading the slide',
      signal: job.signal,
      ...limits,
      onProgress: (_done, pid) => tell({ type: 'sandbox', job: job.id, pid }),
    })
    return { message: 'done', commit: async (tx: Tx) => void (await leave(tx, 'committed', job)) }
  }

  const usual = { attempts: 10, timeoutSeconds: 120, priority: 0 }
  const worker = await startWorker(context, {
    definitions: {
      trace: { ...usual, payload: payloads.trace },
      sandbox: { ...usual, payload: payloads.sandbox },
    },
    handlers: { trace, sandbox },
    timings,
    server: { id: serverId, name: 'a process', roles: ['worker'], labels, version: '1', slots },
    onSettled: async (tx, job, end) => {
      // A job that is tried again has the number of its next attempt already.
      const attempt = job.state === 'queued' ? job.attempt - 1 : job.attempt
      await leave(tx, 'ended', { id: job.id, attempt }, end)
    },
  })

  process.on('message', async (message: ToWorker) => {
    if (message.type === 'arm') armed = message.point
    if (message.type === 'go') goOn()
    if (message.type === 'drain') {
      await worker.drain(0)
      process.exit(0)
    }
  })
  process.on('disconnect', () => process.exit(1))
  // What is killed keeps nothing for the next one otherwise.
  flushCompileCache()
  tell({ type: 'ready' })
}

await run(JSON.parse(process.argv[2] ?? '') as FaultWorkerOptions)
