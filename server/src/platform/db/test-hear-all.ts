import { sql } from 'drizzle-orm'
import { vi } from 'vitest'
import type { Context } from '../context.ts'
import { newId } from '../id.ts'

const channel = 'cresyl_people'

/** Until the context has heard all that was announced before: announcements come in the order of the commits. */
export async function hearAll({ listener, database }: Pick<Context, 'listener' | 'database'>): Promise<void> {
  const said = newId()
  let heard = false
  const stop = listener.on(channel, (payload) => {
    heard ||= payload === said
  })
  await vi.waitUntil(
    async () => {
      // Again and again: a connection that is just being made may miss the first.
      await database.asSystem((tx) => tx.execute(sql`select pg_notify(${channel}, ${said})`))
      return vi.waitUntil(() => heard && listener.isCurrent, { timeout: 300, interval: 2 }).catch(() => false)
    },
    { timeout: 8000 },
  )
  stop()
}
