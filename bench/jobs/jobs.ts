import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { LaunchFailure } from '../../launch/failure.js'
import { type Database, openDatabase } from '../../server/src/platform/db/database.ts'
import { sendJob } from '../../server/src/platform/queue/send-job.ts'
import { addTestOrganization } from '../../server/src/platform/storage/test-support/test-organization.ts'
import type { Benchmark } from '../support/benchmark.ts'
import { type BenchPostgres, startPostgres } from '../support/postgres.ts'
import { processorTime } from '../support/process-tree.ts'
import type { Stage } from '../support/stage.ts'

const jobCount = 1000
const organizationCount = 4
/** How many are sent at a time, and how many one worker runs at a time. */
const senders = 4
const slots = 4
const patienceMilliseconds = 10 * 60_000
const workerProgram = fileURLToPath(new URL('./worker.ts', import.meta.url))

export const jobs: Benchmark = {
  about: 'how many short jobs go through one worker, and what each costs PostgreSQL',
  run: async (stage) => {
    const postgres = await startPostgres(stage)
    const database = openDatabase({ url: postgres.url })
    stage.onEnd(() => database.close())
    const worker = await startBenchWorker(stage, postgres)
    await sendAndWait(database, jobCount / 10)

    const since = performance.now()
    const before = { postgres: await processorTime(postgres.pid), worker: await processorTime(worker) }
    await sendAndWait(database, jobCount)
    const minutes = (performance.now() - since) / 60_000
    const perJob = async (pid: number, earlier: number) => ((await processorTime(pid)) - earlier) / jobCount
    return {
      figures: [
        { name: 'Jobs', value: jobCount / minutes, unit: '/min', atLeast: 1000 },
        {
          name: 'CPU of PostgreSQL, from sending to the end',
          value: await perJob(postgres.pid, before.postgres),
          unit: 'ms a job',
          atMost: 50,
        },
        { name: 'CPU of the worker', value: await perJob(worker, before.worker), unit: 'ms a job' },
      ],
    }
  },
}

async function startBenchWorker(stage: Stage, postgres: BenchPostgres): Promise<number> {
  const given = [postgres.url, join(stage.folder, 'data'), String(slots)]
  const child = fork(workerProgram, given, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(child, 'exit')
  stage.onEnd(async () => {
    if (child.connected) child.disconnect()
    await ended
  })
  const ready = await Promise.race([once(child, 'message').then(() => true), ended.then(() => false)])
  if (!ready) throw new LaunchFailure('The worker did not start.')
  return child.pid ?? 0
}

/** Each job is sent in a transaction of its own, as requests do, while the worker is already at it. */
async function sendAndWait(database: Database, count: number): Promise<void> {
  const organizations: string[] = []
  for (let n = 0; n < organizationCount; n += 1) organizations.push(await addTestOrganization(database))
  let next = 0
  const sendSome = async () => {
    for (let n = next++; n < count; n = next++) {
      const organizationId = organizations[n % organizationCount] ?? ''
      const job = { kind: 'bench', organizationId, payload: { n }, priority: 0, maxAttempts: 3 }
      await database.asMember({ organizationId }, (tx) => sendJob(tx, job))
    }
  }
  await Promise.all(Array.from({ length: senders }, sendSome))
  await waitForEnd(database)
}

async function waitForEnd(database: Database): Promise<void> {
  const until = performance.now() + patienceMilliseconds
  while (performance.now() < until) {
    const { rows } = await database.asSystem((tx) =>
      tx.execute<{ open: number; failed: number }>(`
        select count(*) filter (where state in ('queued', 'running'))::integer as open,
               count(*) filter (where state in ('failed', 'cancelled'))::integer as failed
        from jobs`),
    )
    const { open = 0, failed = 0 } = rows[0] ?? {}
    if (failed > 0) throw new Error(`${failed} jobs failed`)
    if (open === 0) return
    await sleep(250)
  }
  throw new LaunchFailure(`The jobs were not done within ${patienceMilliseconds / 60_000} minutes.`)
}
