import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import type { Database } from './db/database.ts'
import type { Log } from './log.ts'

/** What the platform lends to everything above it; made once in main.ts and handed down. */
export interface Context {
  config: Config
  secrets: Secrets
  database: Database
  log: Log
  clock: Clock
}
