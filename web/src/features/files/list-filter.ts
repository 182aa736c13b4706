import { fileStatuses, type listFiles } from '@cresyl/contract/files/files'
import { pageOf } from '../../lib/api/paging.ts'
import { defineAddress } from '../../ui/address/define-address.ts'
import type { OrderingBy } from '../../ui/address/ordering.ts'
import { flag, id, orderingBy, page, someOf, text } from '../../ui/address/parameters.ts'

const columns = ['name', 'size', 'created_at'] as const
export type Column = (typeof columns)[number]
export type Ordering = OrderingBy<Column>

/** What of the files is shown. */
export const fileList = defineAddress({
  search: text(),
  /** None: all of them. */
  statuses: { ...someOf(fileStatuses), name: 'status' },
  /** '' for all of them. */
  project: id(),
  mine: flag('1'),
  ordering: orderingBy(columns, '-created_at'),
  page: page(),
})
export type ListFilter = typeof fileList.usual
export type FilterChange = Partial<ListFilter>

export function queryOf({ search, statuses, project, mine, ordering, page }: ListFilter) {
  const query = {
    ...pageOf(page),
    ordering,
    search: search === '' ? null : search,
    status: [...statuses],
    project_id: project === '' ? [] : [project],
    mine: mine ? true : null,
  }
  return query satisfies { [Key in keyof typeof listFiles.query.shape]?: unknown }
}
