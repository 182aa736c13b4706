import {
  listNotifications,
  markAllNotifications,
  markNotification,
} from '../../domain/notifications/read-notifications.ts'
import type { Handlers } from '../handler.ts'

export const notificationHandlers = {
  listNotifications: async (call) => {
    const { rows, unread } = await call.read((work) => listNotifications(work, call.query))
    return { ...call.page(rows), unread }
  },

  updateNotification: (call) => call.write((work) => markNotification(work, call.params.id, call.body.read)),

  readAllNotifications: (call) => call.write((work) => markAllNotifications(work)),
} satisfies Partial<Handlers>
