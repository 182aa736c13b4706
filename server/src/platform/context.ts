import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import type { DatabaseRoom } from './database-room.ts'
import type { Database } from './db/database.ts'
import type { Listener } from './db/listener.ts'
import type { HubSpot } from './hubspot/hubspot.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { AnyStorage } from './storage/open-storage.ts'

/** What the platform lends to everything above it; made once per process and handed down. */
export interface Context {
  config: Config
  secrets: Secrets
  database: Database
  /** Asked before anything is stored. */
  room: DatabaseRoom
  storage: AnyStorage
  /** Hears what the database announces. */
  listener: Listener
  /** Takes tickets; null: they are answered here. */
  hubspot: HubSpot | null
  metrics: Metrics
  log: Log
  clock: Clock
}
