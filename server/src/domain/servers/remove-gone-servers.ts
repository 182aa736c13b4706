import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { servers } from '../../platform/db/schema/index.ts'

const keptDays = 30

/** Machines of which nothing was heard for a month will not come back. Returns how many. */
export async function removeGoneServers({ database }: Context): Promise<number> {
  const { rowCount } = await database.asSystem((tx) =>
    tx.delete(servers).where(sql`${servers.lastSeenAt} < now() - make_interval(days => ${keptDays})`),
  )
  return rowCount ?? 0
}
