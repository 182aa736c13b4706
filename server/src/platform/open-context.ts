import { systemClock } from './clock.ts'
import type { Config } from './config/config.ts'
import { loadSecrets } from './config/secrets.ts'
import type { Context } from './context.ts'
import { createDatabaseRoom } from './database-room.ts'
import { directUrlOf } from './db/connections.ts'
import { openDatabase } from './db/database.ts'
import { openListener } from './db/listener.ts'
import { openHubSpot } from './hubspot/open-hubspot.ts'
import type { Log } from './log.ts'
import { createMetrics } from './metrics/metrics.ts'
import { watchPool } from './metrics/pool-figures.ts'
import { openStorage } from './storage/open-storage.ts'

export interface OpenContext {
  context: Context
  close(): Promise<void>
}

export interface ContextOptions {
  config: Config
  databaseUrl: string
  log: Log
  maxConnections?: number
}

/** The parts that one process hands down, on a database that is up to date. */
export async function openContext(options: ContextOptions): Promise<OpenContext> {
  const { config, databaseUrl, log } = options
  const secrets = await loadSecrets(config.secretsDir)
  const metrics = createMetrics()
  const database = openDatabase({
    url: databaseUrl,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection was lost'),
    onWait: (seconds) => metrics.poolWait.observe(seconds),
    ...(options.maxConnections !== undefined && { maxConnections: options.maxConnections }),
  })
  watchPool(metrics.registry, database.connections)
  const room = createDatabaseRoom(config)
  const parts = { config, secrets, database, room, log, clock: systemClock }
  const storage = await openStorage(parts).catch(async (error) => {
    await database.close()
    throw error
  })
  const listener = openListener({ url: directUrlOf(config, databaseUrl), log })
  return {
    context: { ...parts, storage, listener, metrics, hubspot: config.hubspot && openHubSpot(config.hubspot) },
    close: async () => {
      await listener.close()
      await storage.close()
      await database.close()
    },
  }
}
