import { lte } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { views } from '../../platform/db/schema/index.ts'
import { oldestThatCounts } from './record-view.ts'

/** Those that no longer keep another from being written; the audit log has them all. Returns how many. */
export async function removeOldViews({ database }: Context): Promise<number> {
  const { rowCount } = await database.asSystem((tx) =>
    tx.delete(views).where(lte(views.viewedAt, oldestThatCounts)),
  )
  return rowCount ?? 0
}
