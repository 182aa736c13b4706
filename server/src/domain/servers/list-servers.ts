import type { RouteRequest } from '@cresyl/contract/route'
import type { listServers as listServersRoute, Server } from '@cresyl/contract/servers'
import { asc, count } from 'drizzle-orm'
import { servers } from '../../platform/db/schema/index.ts'
import { type Rows, rowLimit } from '../paging.ts'
import type { Work } from '../work.ts'

type ServerQuery = RouteRequest<typeof listServersRoute>['query']

export async function listServers({ tx }: Work, query: ServerQuery): Promise<Rows<Server>> {
  const rows = await tx
    .select()
    .from(servers)
    .orderBy(asc(servers.name), asc(servers.id))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
  const [total] = await tx.select({ count: count() }).from(servers)
  return { count: total?.count ?? 0, results: rows.map(viewServer) }
}

function viewServer(row: typeof servers.$inferSelect): Server {
  const { id, name, roles, labels, version } = row
  return {
    id,
    name,
    roles,
    labels,
    version,
    started_at: row.startedAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
  }
}
