import { type listProjects, projectStates } from '@cresyl/contract/lab/projects'
import { pageOf } from '../../lib/api/paging.ts'
import { defineAddress } from '../../ui/address/define-address.ts'
import type { OrderingBy } from '../../ui/address/ordering.ts'
import { orderingBy, page, text, wayOf } from '../../ui/address/parameters.ts'

const columns = ['name', 'created_at', 'updated_at'] as const
export type Column = (typeof columns)[number]
export type Ordering = OrderingBy<Column>
export type ProjectState = (typeof projectStates)[number]

/** What of the projects is shown. */
export const projectList = defineAddress({
  search: text(),
  state: wayOf<ProjectState>(projectStates, 'active'),
  ordering: orderingBy(columns, '-updated_at'),
  page: page(),
})
export type ListFilter = typeof projectList.usual
export type FilterChange = Partial<ListFilter>

export function queryOf({ search, state, ordering, page }: ListFilter) {
  const query = { ...pageOf(page), state, ordering, search: search === '' ? null : search }
  return query satisfies { [Key in keyof typeof listProjects.query.shape]: unknown }
}
