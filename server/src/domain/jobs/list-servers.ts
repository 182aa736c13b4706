import type { RouteRequest } from '@cresyl/contract/api/route'
import type { listServers as listServersRoute, Server } from '@cresyl/contract/operations/servers'
import { asc, count, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { servers } from '../../platform/db/schema/index.ts'
import { type Rows, rowLimit } from '../resource.ts'
import type { Work } from '../work.ts'

type ServerQuery = RouteRequest<typeof listServersRoute>['query']

const goneSeconds = 60

/**
 * The machines belong to no organisation, so that this needs a transaction of the platform. What they are, and what
 * others have them do, is for superadmins.
 */
export async function listServers({ tx, member }: Work, query: ServerQuery): Promise<Rows<Server>> {
  const { superadmin, organizationId } = member
  const rows = await tx
    .select({
      server: servers,
      isGone: sql<boolean>`${servers.lastSeenAt} < now() - make_interval(secs => ${goneSeconds})`,
      runningJobs: sql<number>`(
        select count(*)::int from jobs
        where jobs.server_id = servers.id and jobs.state = 'running' and not jobs.is_parent
          and (${superadmin} or jobs.organization_id = ${organizationId})
      )`,
    })
    .from(servers)
    .orderBy(...(superadmin ? [asc(servers.name)] : []), asc(servers.id))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
  const [total] = await tx.select({ count: count() }).from(servers)
  const results = rows.map(viewServer)
  return {
    count: total?.count ?? 0,
    results: superadmin ? results : results.map(withoutMachine(query.offset)),
  }
}

const withoutMachine =
  (offset: number) =>
  (server: Server, index: number): Server => ({
    ...server,
    name: `Server ${offset + index + 1}`,
    cores: null,
    memory_bytes: null,
    slots: null,
  })

interface ServerDetails {
  server: typeof servers.$inferSelect
  isGone: boolean
  runningJobs: number
}

function viewServer({ server, isGone, runningJobs }: ServerDetails): Server {
  const { id, name, roles, labels, version, state, cores, slots } = server
  return {
    id,
    name,
    roles,
    labels,
    version,
    state: isGone ? 'gone' : state,
    cores,
    memory_bytes: server.memoryBytes,
    slots,
    running_jobs: runningJobs,
    started_at: server.startedAt.toISOString(),
    last_seen_at: server.lastSeenAt.toISOString(),
  }
}

const keptDays = 30

/** Machines of which nothing was heard for a month will not come back. Returns how many. */
export async function removeGoneServers({ database }: Context): Promise<number> {
  const { rowCount } = await database.asSystem((tx) =>
    tx.delete(servers).where(sql`${servers.lastSeenAt} < now() - make_interval(days => ${keptDays})`),
  )
  return rowCount ?? 0
}
