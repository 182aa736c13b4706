import { counted } from '../../ui/text/counted.ts'
import { formatNumber } from '../../ui/text/dates.ts'

export const words = {
  title: 'Notifications',
  context: 'What happened while you were away',
  list: {
    label: 'Notifications',
    loading: 'Loading notifications',
    failedTitle: 'The notifications could not be loaded',
    found: (count: number) => counted(count, 'notification'),
  },
  filter: {
    which: 'Which notifications',
    all: 'All',
    unread: 'Unread',
    unreadCount: (count: number) => (count === 0 ? 'Unread' : `Unread (${formatNumber(count)})`),
    kind: 'About',
  },
  preferences: 'Notification settings',
  unread: 'Unread',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  markAll: 'Mark all as read',
  nothingUnread: 'Everything is read.',
  markedAll: (count: number) =>
    count === 1
      ? '1 notification was marked as read.'
      : `${formatNumber(count)} notifications were marked as read.`,
  empty: {
    all: {
      title: 'Nothing new',
      text: 'News about your organisation, your account and the jobs you started appears here.',
    },
    unread: { title: 'Nothing new', text: 'You have read everything.' },
    kind: { title: 'Nothing of this kind', text: 'You have no notifications of this kind yet.' },
    showAll: 'Show all notifications',
  },
  bell: {
    label: (unread: number) =>
      unread === 0 ? 'Notifications' : `Notifications, ${formatNumber(unread)} unread`,
    latest: 'Latest notifications',
    seeAll: 'See all',
    failed: 'The notifications could not be loaded.',
    retry: 'Try again',
    empty: 'Nothing new',
    emptyText: 'News appears here.',
  },
} as const
