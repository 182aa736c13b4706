import { and, eq, lte, or, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { views } from '../../platform/db/schema/index.ts'
import { oldestThatCounts } from './record-view.ts'

/** So long a slide is among those that a person looked at last. */
const recentDays = 90

/** Those that no longer keep another from being written and that nobody goes on with. Returns how many. */
export async function removeOldViews({ database }: Context): Promise<number> {
  const isForgotten = or(
    eq(views.identifying, true),
    lte(views.openedAt, sql`now() - make_interval(days => ${recentDays})`),
  )
  const { rowCount } = await database.asSystem((tx) =>
    tx.delete(views).where(and(lte(views.viewedAt, oldestThatCounts), isForgotten)),
  )
  return rowCount ?? 0
}
