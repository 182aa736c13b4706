import {
  type Notification,
  readAllNotifications,
  updateNotification,
} from '@cresyl/contract/people/notifications'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/session/session-context.tsx'
import { type NotificationList, withAllRead, withMark } from './marks.ts'
import { notificationKeys } from './queries.ts'

interface Mark {
  notification: Notification
  read: boolean
}

/** Shown at once; taken back if the server refuses. */
export function useMarkNotification() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ notification: { id }, read }: Mark) =>
      call(updateNotification, { params: { id }, body: { read } }),
    onMutate: ({ notification, read }) =>
      showAlready(client, (list) => withMark(list, notification, read ? new Date().toISOString() : null)),
    onError: (_error, _mark, takeBack) => takeBack?.(),
    onSettled: () => client.invalidateQueries({ queryKey: notificationKeys.all }),
  })
}

export function useReadAllNotifications() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(readAllNotifications),
    onMutate: () => showAlready(client, (list) => withAllRead(list, new Date().toISOString())),
    onError: (_error, _nothing, takeBack) => takeBack?.(),
    onSettled: () => client.invalidateQueries({ queryKey: notificationKeys.all }),
  })
}

/** Changes every list that is kept and returns what takes it back. */
async function showAlready(client: QueryClient, change: (list: NotificationList) => NotificationList) {
  const queryKey = notificationKeys.all
  await client.cancelQueries({ queryKey })
  const before = client.getQueriesData<NotificationList>({ queryKey })
  client.setQueriesData<NotificationList>({ queryKey }, (list) => list && change(list))
  return () => {
    for (const [key, list] of before) client.setQueryData(key, list)
  }
}
