import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import type { Log } from '../log.ts'
import type { MetricSnapshot, ProcessSnapshot } from '../metrics/snapshot.ts'
import { type Child, startChild } from './child.ts'
import { type Kept, keepRunning } from './keep-running.ts'
import type { ChildMessage } from './messages.ts'
import { openProcessFile } from './process-file.ts'

export interface SupervisorOptions {
  config: Config
  log: Log
  databaseUrl: string
  /** What the processes get, besides what they are told. */
  environment: Record<string, string | undefined>
  /** The files that they run. */
  programs: { api: string; worker: string }
}

export interface Supervisor {
  /** What every process of this machine has counted. */
  collectMetrics(): Promise<ProcessSnapshot[]>
  /** Whether every process is there, and none is being started again. */
  isComplete(): boolean
  stop(): Promise<void>
}

/** Within the ten seconds that people and service managers wait, leaving PostgreSQL its share. */
const stopMilliseconds = 8000

/** Decoding in several threads would otherwise hold up every read of a file. */
const usualEnvironment = { UV_THREADPOOL_SIZE: '24' }

/** Starts the processes that the configuration asks for and keeps them running. */
export async function superviseProcesses(options: SupervisorOptions): Promise<Supervisor> {
  const { config, log, databaseUrl, programs } = options
  const file = openProcessFile(config.dataDir, (error) =>
    log.warn({ err: error }, 'run/processes.json failed'),
  )
  const metrics = createMetricsCollection()
  const kept: Kept<Child>[] = []
  const children = () => kept.map((each) => each.current()).filter((child) => child !== undefined)
  const collectMetrics = () => metrics.collect(children())

  const heard = (message: ChildMessage, child: Child) => {
    if (message.type === 'metrics') metrics.heard(message)
    if (message.type === 'all-metrics') {
      void collectMetrics().then((processes) => child.send({ ...message, processes }))
    }
  }
  const keep = async (name: string, program: string, sharesPort: boolean) => {
    const start = (signal: AbortSignal) =>
      startChild({
        name,
        program,
        sharesPort,
        environment: { ...usualEnvironment, ...options.environment },
        databaseUrl,
        stopMilliseconds,
        signal,
        spawned: (pid) => file.add(name, pid),
        exited: file.remove,
        overdue: () => log.warn({ process: name }, 'did not stop in time; it is ended by force'),
        heard,
      })
    kept.push(await keepRunning({ name, start, log }))
  }
  const stop = async () => {
    await Promise.all(kept.map((each) => each.stop()))
    await file.close()
  }

  const { roles, apiProcesses } = config.processes
  const keepApi = (number: number) => keep(`api-${number}`, programs.api, true)
  const keepAll = async () => {
    const first = [
      ...(roles.includes('api') ? [keepApi(1)] : []),
      ...(roles.includes('worker') ? [keep('worker', programs.worker, false)] : []),
    ]
    await allOrFirstFailure(first)
    // What is made once, at the first start of all, the first of them has made by now.
    const others = roles.includes('api') ? apiProcesses - 1 : 0
    await allOrFirstFailure(Array.from({ length: others }, (_, index) => keepApi(index + 2)))
  }
  try {
    await keepAll()
  } catch (error) {
    await stop()
    throw error
  }
  return { collectMetrics, isComplete: () => children().length === kept.length, stop }
}

/** Waits for all of them, so that none is still starting when the failure of another is dealt with. */
async function allOrFirstFailure(starts: Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(starts)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

const patienceMilliseconds = 2000

interface MetricsCollection {
  collect(children: Child[]): Promise<ProcessSnapshot[]>
  heard(message: ChildMessage & { type: 'metrics' }): void
}

/** Asks processes for what they have counted; one that is too busy to answer is left out. */
function createMetricsCollection(): MetricsCollection {
  const waiting = new Map<string, (metrics: MetricSnapshot[]) => void>()

  const ask = async (child: Child): Promise<ProcessSnapshot | null> => {
    const id = randomUUID()
    const answer = new Promise<MetricSnapshot[]>((resolve) => {
      waiting.set(id, resolve)
    })
    child.send({ type: 'metrics', id })
    const late = new AbortController()
    const metrics = await Promise.race([
      answer,
      child.ended.then(() => null),
      sleep(patienceMilliseconds, null, { signal: late.signal }).catch(() => null),
    ])
    late.abort()
    waiting.delete(id)
    return metrics && { process: child.name, metrics }
  }

  return {
    collect: async (children) => (await Promise.all(children.map(ask))).filter((each) => each !== null),
    heard: ({ id, metrics }) => waiting.get(id)?.(metrics),
  }
}
