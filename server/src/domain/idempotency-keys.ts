import { requestLimits } from '@cresyl/contract/api/limits'
import { sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import { idempotencyKeys } from '../platform/db/schema/index.ts'

/** A key whose time is over may be used for something else. */
export const isOldKey = sql`${idempotencyKeys.createdAt} < now() - make_interval(hours => ${requestLimits.idempotencyHours})`

/** Forgets the keys whose time is over; returns how many. */
export async function removeOldKeys({ database }: Context): Promise<number> {
  const { rowCount } = await database.asSystem((tx) => tx.delete(idempotencyKeys).where(isOldKey))
  return rowCount ?? 0
}
