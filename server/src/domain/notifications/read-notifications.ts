import type { RouteRequest } from '@cresyl/contract/api/route'
import type { listNotifications as listRoute, Notification } from '@cresyl/contract/people/notifications'
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { notifications } from '../../platform/db/schema/index.ts'
import { type Rows, readTotal, refuseUnknown, rowLimit } from '../resource.ts'
import type { Work } from '../work.ts'

type NotificationQuery = RouteRequest<typeof listRoute>['query']

export interface ListedNotifications {
  rows: Rows<Notification>
  /** Of all, whatever the filter. */
  unread: number
}

/** One's own: the database shows nobody those of others. Named here too, for the index. */
export async function listNotifications(
  { tx, member }: Work,
  query: NotificationQuery,
): Promise<ListedNotifications> {
  const own = eq(notifications.userId, member.userId)
  const wanted = and(own, ...filters(query))
  const results = await tx
    .select()
    .from(notifications)
    .where(wanted)
    .orderBy(desc(notifications.createdAt), asc(notifications.id))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
  return {
    rows: { count: await countWhere(tx, wanted), results: results.map(viewNotification) },
    unread: await countWhere(tx, and(own, isNull(notifications.readAt))),
  }
}

function filters({ unread, kind }: NotificationQuery): (SQL | undefined)[] {
  return [
    unread === undefined ? undefined : (unread ? isNull : isNotNull)(notifications.readAt),
    kind && kind.length > 0 ? inArray(notifications.kind, kind) : undefined,
  ]
}

async function countWhere(tx: Tx, condition: SQL | undefined): Promise<number> {
  return readTotal(tx.select({ total: count() }).from(notifications).where(condition))
}

/** When something was first read stays, however often it is marked. */
export async function markNotification(
  { tx, member, now }: Work,
  id: string,
  read: boolean,
): Promise<Notification> {
  const [marked] = await tx
    .update(notifications)
    .set({ readAt: read ? sql`coalesce(${notifications.readAt}, ${now}::timestamptz)` : null })
    .where(and(eq(notifications.id, id), eq(notifications.userId, member.userId)))
    .returning()
  if (marked === undefined) refuseUnknown('This notification does not exist.')
  return viewNotification(marked)
}

/** What arrives meanwhile stays unread: nobody has seen it yet. */
export async function markAllNotifications({ tx, member, now }: Work): Promise<{ read: number }> {
  const marked = await tx
    .update(notifications)
    .set({ readAt: now })
    .where(
      and(
        eq(notifications.userId, member.userId),
        isNull(notifications.readAt),
        lte(notifications.createdAt, now),
      ),
    )
    .returning({ id: notifications.id })
  return { read: marked.length }
}

function viewNotification(row: typeof notifications.$inferSelect): Notification {
  return {
    id: row.id,
    kind: row.kind,
    text: row.text,
    link: row.link,
    created_at: row.createdAt.toISOString(),
    read_at: row.readAt?.toISOString() ?? null,
  }
}
