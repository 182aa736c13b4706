import { listNotifications } from '../../domain/notifications/list-notifications.ts'
import { markAllNotifications, markNotification } from '../../domain/notifications/mark-notification.ts'
import type { Handlers } from '../handler.ts'

export const notificationHandlers = {
  listNotifications: async (call) => {
    const { rows, unread } = await call.read((work) => listNotifications(work, call.query))
    return { ...call.page(rows), unread }
  },

  updateNotification: (call) => call.write((work) => markNotification(work, call.params.id, call.body.read)),

  readAllNotifications: (call) => call.write((work) => markAllNotifications(work)),
} satisfies Partial<Handlers>
