import pg from 'pg'
import type { Config } from '../config/config.ts'
import { StartError } from '../start-error.ts'

/** Of an API process, or whoever else doesn't say: many requests take turns on few connections. */
export const maxPoolConnections = 10

/** Of a worker: each job may hold one while the worker itself claims, seals and sends. */
export function workerConnections({ processes }: Config): number {
  return processes.workerJobs + 4
}

/** Past a pooler, for listening and migrating, which need a connection of their own. */
export function directUrlOf({ database }: Config, url: string): string {
  return database.kind === 'external' ? database.directUrl : url
}

/** Besides the pool, each process has a connection that listens. */
const listening = 1
/** Migrations, the command line, an administrator. */
const others = 10

/** How many connections the processes of this machine may have open at once. */
export function connectionsNeeded(config: Config): number {
  const { roles, apiProcesses } = config.processes
  const api = roles.includes('api') ? apiProcesses * (maxPoolConnections + listening) : 0
  const worker = roles.includes('worker') ? workerConnections(config) + listening : 0
  return api + worker + others
}

/** Refuses a database that would turn us away under load, rather than at the start. */
export async function checkConnections(url: string, config: Config): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ most: number }>(
      `select sum(case name when 'max_connections' then setting::integer else -setting::integer end)::integer as most
         from pg_settings
         where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`,
    )
    const most = rows[0]?.most ?? 0
    const needed = connectionsNeeded(config)
    if (most >= needed) return
    throw new StartError(
      `The database takes ${most} connections at most; Cresyl needs ${needed} here. Raise max_connections of PostgreSQL, or lower CRESYL_API_PROCESSES or CRESYL_WORKER_JOBS.`,
    )
  } finally {
    await client.end()
  }
}
