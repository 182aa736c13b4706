import Fastify, { type FastifyBaseLogger } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import { openDatabase } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { createMetrics } from '../../platform/metrics/metrics.ts'
import { closeConnectionsPromptly } from '../closing.ts'
import { handleErrors } from '../error-handler.ts'
import { listen } from '../listen.ts'
import { type CollectMetrics, serveMetrics } from './metrics.ts'
import { registerProbes } from './probes.ts'
import { RequestLog } from './request-log.ts'

export interface ProbeServerOptions {
  config: Config
  log: Log
  databaseUrl: string
  collectMetrics: CollectMetrics
  /** Whether the worker is there. */
  isWorking: () => boolean
}

/** What a machine without an API answers to those who look after it. Returns how to stop. */
export async function serveProbes(options: ProbeServerOptions): Promise<() => Promise<void>> {
  const { config, log } = options
  const database = openDatabase({ url: options.databaseUrl, maxConnections: 2 })
  const app = Fastify({ loggerInstance: log as FastifyBaseLogger, logController: new RequestLog() })
  closeConnectionsPromptly(app)
  handleErrors(app)
  registerProbes(app, database, options.isWorking)
  serveMetrics(app, { config, log, database, metrics: createMetrics() }, options.collectMetrics)
  await listen(app, config)
  return async () => {
    await app.close()
    await database.close()
  }
}
