import type { Notification } from '@cresyl/contract/notifications'
import type { notifications } from '../../platform/db/schema/index.ts'

export function viewNotification(row: typeof notifications.$inferSelect): Notification {
  return {
    id: row.id,
    kind: row.kind,
    text: row.text,
    link: row.link,
    created_at: row.createdAt.toISOString(),
    read_at: row.readAt?.toISOString() ?? null,
  }
}
