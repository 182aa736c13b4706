import { type listProjects, projectStates } from '@cresyl/contract/projects'
import { pageOf } from '../../lib/api/paging.ts'
import type { ListPlace, PlaceChange } from '../../ui/list-place.ts'
import type { OrderingBy } from '../../ui/ordering.ts'

const columns = ['name', 'created_at', 'updated_at'] as const
export type Column = (typeof columns)[number]
export type Ordering = OrderingBy<Column>
export type ProjectState = (typeof projectStates)[number]

/** What of the projects is shown; all of it is in the address. */
export interface ListFilter extends ListPlace {
  state: ProjectState
  ordering: Ordering
}

export type FilterChange = Partial<Omit<ListFilter, 'page'>>

const orderings: readonly Ordering[] = columns.flatMap((column) => [column, `-${column}` as const])
const defaults: Omit<ListFilter, 'page'> = { search: '', state: 'active', ordering: '-updated_at' }

/** Whatever the address says that isn't known counts as not said. */
export function readFilter(place: ListPlace, parameters: URLSearchParams): ListFilter {
  return {
    ...place,
    state: projectStates.find((state) => state === parameters.get('state')) ?? defaults.state,
    ordering: orderings.find((ordering) => ordering === parameters.get('ordering')) ?? defaults.ordering,
  }
}

/** Only what differs from the defaults is said, so that addresses stay short. */
export function changeOf(change: FilterChange): PlaceChange {
  return Object.fromEntries(
    Object.entries(change).map(([key, value]) => [
      key,
      value === defaults[key as keyof FilterChange] ? '' : value,
    ]),
  )
}

export function queryOf({ search, state, ordering, page }: ListFilter) {
  const query = { ...pageOf(page), state, ordering, search: search === '' ? null : search }
  return query satisfies { [Key in keyof typeof listProjects.query.shape]: unknown }
}
