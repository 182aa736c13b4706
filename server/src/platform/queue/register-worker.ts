import { randomUUID } from 'node:crypto'
import { availableParallelism, totalmem } from 'node:os'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { type ServerState, servers } from '../db/schema/index.ts'
import type { Holder } from './job-row.ts'
import type { ServerIdentity } from './worker-options.ts'

export interface Registration {
  /** Who it is now: what it holds, it holds under this name. */
  holder(): Holder
  /** False if it is no longer the one it was: declared dead, or replaced by another run of the same server. */
  beat(): Promise<boolean>
  /** Comes back under a new incarnation. False if another run of the same server lives. */
  again(): Promise<boolean>
  is(state: ServerState): Promise<void>
}

/** Announces the worker. Whatever an earlier run of the same server held is lost from then on. */
export async function registerWorker(database: Database, server: ServerIdentity): Promise<Registration> {
  let incarnation = randomUUID()
  let state: ServerState = 'active'
  const own = () =>
    and(eq(servers.id, server.id), eq(servers.incarnation, incarnation), ne(servers.state, 'gone'))

  const announce = async (always: boolean) => {
    const fresh = randomUUID()
    const row = {
      name: server.name,
      roles: [...server.roles],
      labels: [...server.labels],
      version: server.version,
      startedAt: sql`now()`,
      lastSeenAt: sql`now()`,
      incarnation: fresh,
      beat: 0,
      state,
      cores: availableParallelism(),
      memoryBytes: totalmem(),
      slots: server.slots,
    }
    const announced = await database.asSystem((tx) =>
      tx
        .insert(servers)
        .values({ id: server.id, ...row })
        .onConflictDoUpdate({
          target: servers.id,
          set: row,
          ...(!always && { setWhere: eq(servers.state, 'gone') }),
        })
        .returning({ id: servers.id }),
    )
    if (announced.length > 0) incarnation = fresh
    return announced.length > 0
  }

  await announce(true)
  return {
    holder: () => ({ serverId: server.id, incarnation }),
    beat: async () => {
      const beaten = await database.asSystem((tx) =>
        tx
          .update(servers)
          .set({ beat: sql`${servers.beat} + 1`, lastSeenAt: sql`now()` })
          .where(own())
          .returning({ id: servers.id }),
      )
      return beaten.length > 0
    },
    again: () => announce(false),
    is: async (wanted) => {
      state = wanted
      await database.asSystem((tx) => tx.update(servers).set({ state }).where(own()))
    },
  }
}
