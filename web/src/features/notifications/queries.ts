import { listNotifications } from '@cresyl/contract/people/notifications'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLive, useLiveState } from '../../lib/live/live-context.tsx'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { useApi } from '../../lib/session/session-context.tsx'
import { type NotificationFilter, queryOf } from './filter.ts'
import type { NotificationList } from './marks.ts'

export const notificationKeys = {
  all: liveKeys.notifications,
  list: (filter: NotificationFilter) => [...notificationKeys.all, 'list', filter] as const,
  latest: [...liveKeys.notifications, 'latest'] as const,
}

/** How many the bell shows. */
const latestCount = 5

/** Told by the server; asked for now and then while it can't, and whenever someone comes back to the page. */
function useKept() {
  useLive('notifications')
  const isTold = useLiveState() === 'live'
  return {
    refetchInterval: isTold ? false : 60_000,
    refetchOnWindowFocus: 'always',
    meta: { quiet: true },
  } as const
}

const none: NotificationList = { count: 0, next: null, previous: null, results: [], unread: 0 }

export function useNotifications(filter: NotificationFilter) {
  const { call } = useApi()
  const kept = useKept()
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
  const kept = useKept()
  return useQuery({
    queryKey: notificationKeys.latest,
    queryFn: async ({ signal }) =>
      (await call(listNotifications, { query: { limit: latestCount } }, { signal })) ?? none,
    ...kept,
  })
}
