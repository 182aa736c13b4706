import { listNotifications } from '@cresyl/contract/notifications'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/session/session-context.tsx'
import { type NotificationFilter, queryOf } from './filter.ts'
import type { NotificationList } from './marks.ts'

export const notificationKeys = {
  all: ['notifications'] as const,
  list: (filter: NotificationFilter) => [...notificationKeys.all, 'list', filter] as const,
  latest: ['notifications', 'latest'] as const,
}

/** How many the bell shows. */
export const latestCount = 5

// Asked for while the page is looked at, and at once when someone comes back to it.
const kept = { refetchInterval: 60_000, refetchOnWindowFocus: 'always', meta: { quiet: true } } as const

const none: NotificationList = { count: 0, next: null, previous: null, results: [], unread: 0 }

export function useNotifications(filter: NotificationFilter) {
  const { call } = useApi()
  return useQuery({
    queryKey: notificationKeys.list(filter),
    queryFn: async ({ signal }) =>
      (await call(listNotifications, { query: queryOf(filter) }, { signal })) ?? none,
    placeholderData: keepPreviousData,
    ...kept,
  })
}

export function useLatestNotifications() {
  const { call } = useApi()
  return useQuery({
    queryKey: notificationKeys.latest,
    queryFn: async ({ signal }) =>
      (await call(listNotifications, { query: { limit: latestCount } }, { signal })) ?? none,
    ...kept,
  })
}
