import type { ClientBase } from 'pg'
import type { Config } from '../../platform/config/config.ts'
import { connectionsNeeded, checkConnections as requireConnections } from '../../platform/db/connections.ts'
import { type Finding, findingsAbout } from './finding.ts'

const { ok, warning } = findingsAbout('database')
const nearlyAll = 0.8

/** What the processes of this machine may open, and what is open already, other machines' included. */
export async function checkConnections(client: ClientBase, url: string, config: Config): Promise<Finding> {
  await requireConnections(url, config)
  const { rows } = await client.query<{ open: number; most: number }>(
    `select count(*)::int as open, current_setting('max_connections')::int as most
     from pg_stat_activity where backend_type = 'client backend'`,
  )
  const { open = 0, most = 0 } = rows[0] ?? {}
  if (open > most * nearlyAll) {
    return warning(
      `${open} of ${most} connections are in use. Raise max_connections of PostgreSQL before the rest is gone.`,
    )
  }
  const needed = connectionsNeeded(config)
  return ok(`this machine opens at most ${needed} connections; ${open} of ${most} are in use now`)
}
