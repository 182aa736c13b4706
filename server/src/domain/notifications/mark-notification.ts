import type { Notification } from '@cresyl/contract/notifications'
import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { notifications } from '../../platform/db/schema/index.ts'
import { refuseUnknown } from '../resource.ts'
import type { Work } from '../work.ts'
import { viewNotification } from './view.ts'

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
  if (marked === undefined) refuseUnknown('There is no such notification.')
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
