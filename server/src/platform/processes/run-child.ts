import { type Config, parseConfig } from '../config/config.ts'
import { readEnvironment } from '../config/environment.ts'
import type { Context } from '../context.ts'
import { type Log, openLog } from '../log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { takeSnapshot } from '../metrics/snapshot.ts'
import { openContext } from '../open-context.ts'
import { rootFolder } from '../places.ts'
import { failureSentence } from '../process.ts'
import { keepDefaultQuota } from '../storage/quota.ts'
import { onTold, tellSupervisor, whenTold } from './supervisor-link.ts'

export interface ChildRole {
  /** How many connections to the database its work needs. */
  connections: (config: Config) => number
  /** Resolves once it works, with the way to end that in an orderly manner. */
  open: (context: Context) => Promise<() => Promise<void>>
}

/**
 * The life of a process under the supervisor: it learns from it where the database is, opens its parts, says that it
 * is ready, and closes them when asked to. With the supervisor gone it ends at once, so that another can start.
 */
export async function runChild(role: ChildRole): Promise<void> {
  process.on('disconnect', () => process.exit(1))
  // A terminal's Ctrl-C reaches every process of its group; when to stop is the supervisor's decision.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const asked = whenAsked()
  try {
    const { databaseUrl } = await whenTold('start')
    const config = parseConfig(readEnvironment(), rootFolder)
    const log = openLog({ ...config.log, process: process.argv[2] ?? 'child' })
    logUncaught(log)
    const maxConnections = role.connections(config)
    const { context, close } = await openContext({ config, databaseUrl, log, maxConnections })
    // Not by the command line, which may be told other settings. Without it there is the limit of before.
    await context.database
      .asSystem((tx) => keepDefaultQuota(tx, config.storage))
      .catch((error) => log.warn({ err: error }, 'the default quota could not be kept'))
    answerMetrics(context.metrics)
    const closeRole = await role.open(context)
    await tellSupervisor({ type: 'ready' })
    await asked
    await tellSupervisor({ type: 'stopping' })
    await closeRole()
    await close()
    process.exit(0)
  } catch (error) {
    await tellSupervisor({ type: 'failed', message: failureSentence(error) })
    process.exit(1)
  }
}

/** By the supervisor, or by an operator who wants this one process replaced. */
function whenAsked(): Promise<unknown> {
  return Promise.race([whenTold('stop'), new Promise((resolve) => process.on('SIGTERM', resolve))])
}

/** The supervisor sees that the process ended; why is in the log, not on the terminal of whoever started it. */
function logUncaught(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody expected ends this process')
    process.exit(1)
  })
}

/** Tells the supervisor what this process has counted whenever it asks. */
function answerMetrics({ registry }: Metrics): void {
  onTold('metrics', ({ id }) => {
    void takeSnapshot(registry)
      .catch(() => [])
      .then((metrics) => tellSupervisor({ type: 'metrics', id, metrics }))
  })
}
