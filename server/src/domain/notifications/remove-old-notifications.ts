import { and, isNotNull, lt } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { notifications } from '../../platform/db/schema/index.ts'

const keptDays = 90

/** Those that were read; what nobody has seen stays. Returns how many. */
export async function removeOldNotifications({ database, clock }: Context): Promise<number> {
  const oldest = new Date(clock.now().getTime() - keptDays * 24 * 3_600_000)
  const { rowCount } = await database.asSystem((tx) =>
    tx.delete(notifications).where(and(isNotNull(notifications.readAt), lt(notifications.createdAt, oldest))),
  )
  return rowCount ?? 0
}
