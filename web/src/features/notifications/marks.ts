import type { RouteReply } from '@cresyl/contract/api/route'
import type { listNotifications, Notification } from '@cresyl/contract/people/notifications'

export type NotificationList = RouteReply<typeof listNotifications>

/** The list as it will be once the server has marked the notification, which need not be on this page of it. */
export function withMark(
  list: NotificationList,
  notification: Notification,
  readAt: string | null,
): NotificationList {
  const wasRead = notification.read_at !== null
  const change = Number(wasRead) - Number(readAt !== null)
  return {
    ...list,
    unread: Math.max(0, list.unread + change),
    results: list.results.map((each) => (each.id === notification.id ? { ...each, read_at: readAt } : each)),
  }
}

export function withAllRead(list: NotificationList, readAt: string): NotificationList {
  return {
    ...list,
    unread: 0,
    results: list.results.map((each) => ({ ...each, read_at: each.read_at ?? readAt })),
  }
}
