import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { isId } from '../id.ts'
import { maxPoolConnections } from './connections.ts'
import { isDatabaseAway, postgresError } from './failures.ts'
import { databaseRoles } from './roles.ts'
import type * as schema from './schema/index.ts'

export type Tx = NodePgDatabase<typeof schema>

export interface MemberScope {
  organizationId: string
  /** For tables that hold what is one person's own; absent where the platform acts. */
  userId?: string
  /** Rows that were deleted but not yet purged are hidden unless asked for. */
  showDeleted?: boolean
}

/** Work in a transaction may be done again from its beginning: nothing of a try that a deadlock ended was kept. */
export interface Database {
  /** A transaction of a member: row-level security keeps it inside the organisation. */
  asMember<T>(scope: MemberScope, work: (tx: Tx) => Promise<T>): Promise<T>
  /** A transaction of the platform itself: sign-in, membership, sealing. */
  asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  ping(): Promise<void>
  /** While this stays the same, nobody has written anything that others see. Null while that can't be told. */
  lastWrite(): Promise<string | null>
  /** How its connections are used at this moment. */
  connections(): PoolState
  close(): Promise<void>
}

export interface PoolState {
  total: number
  idle: number
  /** Work that waits for a connection. */
  waiting: number
}

export interface DatabaseOptions {
  url: string
  maxConnections?: number
  /** Told about connections that break while idle; the pool replaces them. */
  onIdleError?: (error: Error) => void
  /** Told how long each piece of work waited for its connection, in seconds. */
  onWait?: (seconds: number) => void
}

/** Connections that nobody uses for so long are closed. */
const keptIdleMilliseconds = 120_000

/** All transactions below it have ended and none above it has; those that only read have no number. */
const endedTransactions = `
  select case when pg_snapshot_xmin(seen) = pg_snapshot_xmax(seen) then pg_snapshot_xmax(seen)::text end as upto
  from pg_current_snapshot() as seen`

export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections ?? maxPoolConnections,
    application_name: 'cresyl',
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
    connectionTimeoutMillis: 10_000,
    // A connection whose other end is gone without a word must not be waited on for as long as the system would.
    query_timeout: 20_000,
    keepAlive: true,
    // Opening one costs the database as much as a hundred questions: one that is used every minute stays.
    idleTimeoutMillis: keptIdleMilliseconds,
  })
  pool.on('error', (error) => options.onIdleError?.(error))
  // The word that the database goes may come in one piece with the word that a connection is ready: before anybody
  // else has had a chance to listen.
  pool.on('connect', (client) => client.on('error', () => {}))

  const connect = async () => {
    const asked = performance.now()
    try {
      return await pool.connect()
    } finally {
      options.onWait?.((performance.now() - asked) / 1000)
    }
  }

  return {
    asMember: (scope, work) => unlocked(connect, openingForMember(scope), work),
    asSystem: (work) => unlocked(connect, `begin; set local role ${databaseRoles.system}`, work),
    ping: async () => {
      await pool.query('select 1')
    },
    lastWrite: async () => {
      const { rows } = await pool.query<{ upto: string | null }>(endedTransactions)
      return rows[0]?.upto ?? null
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

// One simple query: the driver does not pipeline, and three round trips cost twice the CPU of one.
function openingForMember({ organizationId, userId, showDeleted }: MemberScope): string {
  const ids = { organization_id: organizationId, ...(userId !== undefined && { user_id: userId }) }
  const settings = [`role ${databaseRoles.app}`]
  for (const [name, id] of Object.entries(ids)) {
    if (!isId(id.toLowerCase())) throw new Error(`app.${name} must be a UUID`)
    settings.push(`app.${name} = '${id}'`)
  }
  if (showDeleted) settings.push("app.deleted = 'shown'")
  return ['begin', ...settings.map((setting) => `set local ${setting}`)].join('; ')
}

const deadlock = '40P01'
const deadlockTries = 4
/** In ms. */
const longestPause = 100

/**
 * Of two that wait for each other the database ends one, which goes on once the other is through. It lets that one wake
 * up first, or both would soon wait for each other again.
 */
async function unlocked<T>(...given: Parameters<typeof transaction<T>>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction(...given)
    } catch (error) {
      if (tries === deadlockTries || postgresError(error)?.code !== deadlock) throw error
    }
    await sleep(longestPause * (0.5 + Math.random() / 2))
  }
}

async function transaction<T>(
  connect: () => Promise<pg.PoolClient>,
  opening: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await connect()
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    await client.query(opening)
    const result = await work(drizzle(client) as Tx)
    await client.query('commit')
    return result
  } catch (error) {
    // Who is away would not answer this either.
    if (error instanceof Error && isDatabaseAway(error)) broken = error
    else {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
    }
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}
