import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import { keptIdleMilliseconds, type Tx } from '../db/database.ts'
import { queueSchema } from '../db/install-queue.ts'
import type { Log } from '../log.ts'

export type Boss = PgBoss

export interface BossOptions {
  databaseUrl: string
  log: Log
  /** How often the schedule is looked at, in milliseconds; without it this worker leaves it alone. */
  cronMilliseconds: number | undefined
}

/** Handed on to the pool of connections, which knows more than the queue's types say. */
const pool = { max: 2, idleTimeoutMillis: keptIdleMilliseconds }

/**
 * The queue's own housekeeping and its clockwork, on connections of their own as the owner of its tables. Tickets
 * are sent and taken in our transactions instead.
 */
export async function openBoss({ databaseUrl, log, cronMilliseconds }: BossOptions): Promise<Boss> {
  const cronSeconds = Math.max(1, Math.ceil((cronMilliseconds ?? 0) / 1000))
  const boss = new PgBoss({
    connectionString: databaseUrl,
    ...pool,
    application_name: 'cresyl queue',
    schema: queueSchema,
    migrate: false,
    supervise: true,
    schedule: cronMilliseconds !== undefined,
    cronMonitorIntervalSeconds: Math.min(3 * cronSeconds, 30),
    cronWorkerIntervalSeconds: Math.min(cronSeconds, 30),
    // Tickets don't depend on each other.
    flowIntervalSeconds: 3600,
  })
  boss.on('error', (error) =>
    log.warn({ err: error }, 'the housekeeping of the queue failed; it is tried again'),
  )
  boss.on('warning', (warning) => log.warn({ warning }, 'the queue warns'))
  await boss.start()
  return boss
}

/** Lets a call of the queue take part in our transaction. */
export function within(tx: Tx) {
  return { db: fromDrizzle(tx, sql) }
}
