import { notificationKindKeys } from '@cresyl/contract/people/notifications'
import { pageOf } from '../../lib/api/paging.ts'
import { defineAddress } from '../../ui/address/define-address.ts'
import { flag, oneOf, page } from '../../ui/address/parameters.ts'

/** What of the notifications is shown. */
export const notificationList = defineAddress({
  unread: { ...flag('unread'), name: 'show' },
  /** '' for every kind. */
  kind: oneOf(notificationKindKeys),
  page: page(),
})
export type NotificationFilter = typeof notificationList.usual

export function queryOf({ unread, kind, page }: NotificationFilter) {
  return { ...pageOf(page), unread: unread ? true : null, kind: kind === '' ? null : [kind] }
}
