import { counted } from '../../ui/counted.ts'
import { formatNumber } from '../../ui/dates.ts'

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
  preferences: 'Choose what you are told about',
  unread: 'Unread',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  markAll: 'Mark all as read',
  nothingUnread: 'Nothing is unread.',
  markedAll: (count: number) =>
    count === 1
      ? '1 notification was marked as read.'
      : `${formatNumber(count)} notifications were marked as read.`,
  empty: {
    all: {
      title: 'Nothing new',
      text: 'You are told here when something happens that concerns you: in your organisation, with your account, and with jobs you started.',
    },
    unread: { title: 'Nothing new', text: 'You have read everything.' },
    kind: { title: 'Nothing about this', text: 'No notification of this kind has arrived yet.' },
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
    emptyText: 'What concerns you appears here.',
  },
} as const
