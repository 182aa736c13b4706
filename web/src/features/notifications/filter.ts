import { type NotificationKind, notificationKindKeys } from '@cresyl/contract/notifications'
import { pageOf } from '../../lib/api/paging.ts'
import type { ListPlace } from '../../ui/list-place.ts'

/** What of the notifications is shown; all of it is in the address. */
export interface NotificationFilter {
  unread: boolean
  /** '' for every kind. */
  kind: NotificationKind | ''
  page: number
}

/** Whatever the address says that isn't known counts as not said. */
export function readFilter({ page }: ListPlace, parameters: URLSearchParams): NotificationFilter {
  return {
    unread: parameters.get('show') === 'unread',
    kind: notificationKindKeys.find((kind) => kind === parameters.get('kind')) ?? '',
    page,
  }
}

export function queryOf({ unread, kind, page }: NotificationFilter) {
  return { ...pageOf(page), unread: unread ? true : null, kind: kind === '' ? null : [kind] }
}
