import { listLimits, textLimits } from '@cresyl/contract/limits'
import { type listProjects, projectStates } from '@cresyl/contract/projects'
import { pageOf } from '../../lib/api/paging.ts'

const columns = ['name', 'created_at', 'updated_at'] as const
export type Column = (typeof columns)[number]
export type Ordering = Column | `-${Column}`
export type ProjectState = (typeof projectStates)[number]

/** What of the projects is shown; all of it is in the address. */
export interface ListFilter {
  search: string
  state: ProjectState
  ordering: Ordering
  /** Counts from 0; 1 in the address is the first. */
  page: number
}

const orderings: readonly Ordering[] = columns.flatMap((column) => [column, `-${column}` as const])
const defaults: ListFilter = { search: '', state: 'active', ordering: '-updated_at', page: 0 }

/** Whatever the address says that isn't known counts as not said. */
export function readFilter(parameters: URLSearchParams): ListFilter {
  const page = Number(parameters.get('page') ?? '1')
  return {
    search: (parameters.get('search') ?? '').trim().slice(0, textLimits.search),
    state: projectStates.find((state) => state === parameters.get('state')) ?? defaults.state,
    ordering: orderings.find((ordering) => ordering === parameters.get('ordering')) ?? defaults.ordering,
    page: Number.isSafeInteger(page) && page >= 1 ? page - 1 : 0,
  }
}

/** Only what differs from the defaults, so that addresses stay short. */
export function writeFilter(filter: ListFilter): URLSearchParams {
  const parameters = new URLSearchParams()
  if (filter.search !== defaults.search) parameters.set('search', filter.search)
  if (filter.state !== defaults.state) parameters.set('state', filter.state)
  if (filter.ordering !== defaults.ordering) parameters.set('ordering', filter.ordering)
  if (filter.page !== defaults.page) parameters.set('page', String(filter.page + 1))
  return parameters
}

/** Any other change than of the page starts at the first page again. */
export function changeFilter(filter: ListFilter, change: Partial<ListFilter>): ListFilter {
  return { ...filter, page: 0, ...change }
}

export function queryOf({ search, state, ordering, page }: ListFilter) {
  const query = { ...pageOf(page), state, ordering, search: search === '' ? null : search }
  return query satisfies { [Key in keyof typeof listProjects.query.shape]: unknown }
}

export function pageCount(count: number): number {
  return Math.max(1, Math.ceil(count / listLimits.defaultLimit))
}

/** A click on the column in use turns it round; names start at A, times at the latest. */
export function nextOrdering(current: Ordering, column: Column): Ordering {
  if (current === column) return `-${column}`
  if (current === `-${column}`) return column
  return column === 'name' ? column : `-${column}`
}
