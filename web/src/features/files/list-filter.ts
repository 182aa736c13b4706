import { type FileStatus, fileStatuses, type listFiles } from '@cresyl/contract/files'
import { pageOf } from '../../lib/api/paging.ts'
import type { ListPlace, PlaceChange } from '../../ui/list-place.ts'
import type { OrderingBy } from '../../ui/ordering.ts'

const columns = ['name', 'size', 'created_at'] as const
export type Column = (typeof columns)[number]
export type Ordering = OrderingBy<Column>

/** What of the files is shown; all of it is in the address. */
export interface ListFilter extends ListPlace {
  /** None: all of them. */
  statuses: readonly FileStatus[]
  /** '' for all of them. */
  project: string
  mine: boolean
  ordering: Ordering
}

export type FilterChange = Partial<Omit<ListFilter, 'page'>>

const orderings: readonly Ordering[] = columns.flatMap((column) => [column, `-${column}` as const])
const usual: Ordering = '-created_at'
const idPattern = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

export const everything: FilterChange = { search: '', statuses: [], project: '', mine: false }

/** Whatever the address says that isn't known counts as not said. */
export function readFilter(place: ListPlace, parameters: URLSearchParams): ListFilter {
  const said = (parameters.get('status') ?? '').split(',')
  const project = parameters.get('project') ?? ''
  return {
    ...place,
    statuses: fileStatuses.filter((status) => said.includes(status)),
    project: idPattern.test(project) ? project : '',
    mine: parameters.get('mine') === '1',
    ordering: orderings.find((ordering) => ordering === parameters.get('ordering')) ?? usual,
  }
}

/** Only what differs from the usual is said, so that addresses stay short. */
export function changeOf({ search, statuses, project, mine, ordering }: FilterChange): PlaceChange {
  return {
    ...(search !== undefined && { search }),
    ...(statuses && { status: fileStatuses.filter((status) => statuses.includes(status)).join(',') }),
    ...(project !== undefined && { project }),
    ...(mine !== undefined && { mine: mine ? '1' : '' }),
    ...(ordering && { ordering: ordering === usual ? '' : ordering }),
  }
}

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

export function isFiltered({ search, statuses, project, mine }: ListFilter): boolean {
  return search !== '' || statuses.length > 0 || project !== '' || mine
}
