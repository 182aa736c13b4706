import { textLimits } from '@cresyl/contract/limits'
import type { GivenSlideSelection } from '@cresyl/contract/slide-batches'
import { type QcState, qcStates } from '@cresyl/contract/slides'
import type { OrderingBy } from '../../../ui/ordering.ts'

export const views = ['gallery', 'table'] as const
export type View = (typeof views)[number]

const sortable = ['name', 'created_at', 'updated_at', 'size'] as const
export type SortColumn = (typeof sortable)[number]
export type Sort = OrderingBy<SortColumn>
export const sorts: readonly Sort[] = sortable.flatMap((column) => [column, `-${column}` as const])

/** Of the table, besides the name, in their order. */
export const columns = [
  'tissue',
  'stain',
  'state',
  'dimensions',
  'objective',
  'size',
  'by',
  'created',
  'changed',
] as const
export type Column = (typeof columns)[number]
export const usualColumns: readonly Column[] = ['tissue', 'stain', 'state', 'size', 'by', 'created']

/** The project is told where slides of several are beside each other, whatever else was chosen. */
export type ShownColumn = Column | 'project'
export const shownColumns = (chosen: readonly Column[], scope: Scope): readonly ShownColumn[] =>
  scope === allSlides ? ['project', ...chosen] : chosen

/** Stands for those of which nobody said it. */
export const notSet = 'none'

/** Which slides are shown, and how: all of it is in the address. */
export interface SlidePlace {
  view: View
  sort: Sort
  q: string
  /** Ids, or `notSet`. */
  tissue: readonly string[]
  stain: readonly string[]
  state: readonly QcState[]
  /** Only those that somebody decided about, otherwise than quality control. */
  overridden: boolean
  by: readonly string[]
  /** Days as YYYY-MM-DD, both included; '' for none. */
  from: string
  to: string
  deleted: boolean
  columns: readonly Column[]
}

export type PlaceChange = Partial<SlidePlace>

/** Whose slides: those of a project by its id, null for those in none, or all there are. */
export type Scope = string | null | typeof allSlides
export const allSlides = 'all'

/** As the server is asked for them. */
export function scopeFilter(scope: Scope): { unsorted?: true; project_id?: string[] } {
  if (scope === allSlides) return {}
  return scope === null ? { unsorted: true } : { project_id: [scope] }
}

export const plain: SlidePlace = {
  view: 'gallery',
  sort: '-created_at',
  q: '',
  tissue: [],
  stain: [],
  state: [],
  overridden: false,
  by: [],
  from: '',
  to: '',
  deleted: false,
  columns: usualColumns,
}

const filterFields = ['q', 'tissue', 'stain', 'state', 'overridden', 'by', 'from', 'to'] as const

/** What takes every filter away, and leaves the view as it is. */
export const unfiltered: PlaceChange = Object.fromEntries(filterFields.map((field) => [field, plain[field]]))

const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const aDay = /^\d{4}-\d{2}-\d{2}$/

/** Whatever the address says that isn't known counts as not said. */
export function readPlace(parameters: URLSearchParams): SlidePlace {
  const text = (name: string) => parameters.get(name) ?? ''
  const list = (name: string) => [...new Set(text(name).split(',').filter(Boolean))]
  const terms = (name: string) => list(name).filter((each) => each === notSet || anId.test(each))
  const chosenColumns = columns.filter((column) => list('columns').includes(column))
  return {
    view: views.find((view) => view === text('view')) ?? plain.view,
    sort: sorts.find((sort) => sort === text('sort')) ?? plain.sort,
    q: text('q').trim().slice(0, textLimits.search),
    tissue: terms('tissue'),
    stain: terms('stain'),
    state: qcStates.filter((state) => list('state').includes(state)),
    overridden: text('overridden') === 'yes',
    by: list('by').filter((each) => anId.test(each)),
    from: readDay(text('from')),
    to: readDay(text('to')),
    deleted: text('deleted') === 'yes',
    columns: parameters.has('columns') ? chosenColumns : usualColumns,
  }
}

function readDay(text: string): string {
  return aDay.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''
}

/** Only what differs from the usual is said, so that addresses stay short; what else the address says stays. */
export function changePlace(parameters: URLSearchParams, change: PlaceChange): URLSearchParams {
  const changed = new URLSearchParams(parameters)
  for (const [name, value] of Object.entries(change)) {
    const usual = plain[name as keyof SlidePlace]
    if (String(value) === String(usual)) changed.delete(name)
    else changed.set(name, value === true ? 'yes' : String(value))
  }
  return changed
}

type SlideFilter = Extract<GivenSlideSelection, { filter: unknown }>['filter']

/** As the server is asked for them. */
export function filterOf(place: SlidePlace, scope: Scope): SlideFilter {
  const { q, tissue, stain, state, overridden, by, from, to, deleted } = place
  const ids = (chosen: readonly string[]) => chosen.filter((each) => each !== notSet)
  return {
    ...scopeFilter(scope),
    ...(q !== '' && { search: q }),
    ...(ids(tissue).length > 0 && { tissue_id: ids(tissue) }),
    ...(tissue.includes(notSet) && { without_tissue: true }),
    ...(ids(stain).length > 0 && { stainer_id: ids(stain) }),
    ...(stain.includes(notSet) && { without_stainer: true }),
    ...(state.length > 0 && { qc_state: [...state] }),
    ...(overridden && { qc_overridden: true }),
    ...(by.length > 0 && { created_by: [...by] }),
    ...(from !== '' && { created_after: startOf(from, 0) }),
    ...(to !== '' && { created_before: startOf(to, 1) }),
    ...(deleted && { state: 'deleted' as const }),
  }
}

/** When the day begins where the person is, or the one so many days later. */
function startOf(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

/** Which slides, in which order. */
export interface Listing {
  readonly filter: ReturnType<typeof filterOf>
  readonly ordering: Sort
}

export function listingOf(place: SlidePlace, scope: Scope): Listing {
  return { filter: filterOf(place, scope), ordering: place.sort }
}

export function isFiltered(place: SlidePlace): boolean {
  return filterFields.some((field) => String(place[field]) !== String(plain[field]))
}
