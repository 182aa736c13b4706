import type { GivenSlideSelection } from '@cresyl/contract/slides/slide-batches'
import { qcStates } from '@cresyl/contract/slides/slides'
import { defineAddress } from '../../../ui/address/define-address.ts'
import type { OrderingBy } from '../../../ui/address/ordering.ts'
import { columnsOf, day, flag, ids, orderingBy, someOf, text, wayOf } from '../../../ui/address/parameters.ts'

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

/** Which slides are shown, and how. */
export const slideList = defineAddress({
  view: wayOf<View>(views, 'gallery'),
  sort: orderingBy(sortable, '-created_at'),
  q: text(),
  /** Ids, or `notSet`. */
  tissue: ids(notSet),
  stain: ids(notSet),
  state: someOf(qcStates),
  /** Only those that somebody decided about, otherwise than quality control. */
  overridden: flag('yes'),
  by: ids(),
  /** Days, both included. */
  from: day(),
  to: day(),
  deleted: { ...flag('yes'), narrows: false },
  columns: columnsOf(columns, usualColumns),
})
export type SlidePlace = typeof slideList.usual
export type PlaceChange = Partial<SlidePlace>

/** Whose slides: those of a project by its id, null for those in none, or all there are. */
export type Scope = string | null | typeof allSlides
export const allSlides = 'all'

/** As the server is asked for them. */
export function scopeFilter(scope: Scope): { unsorted?: true; project_id?: string[] } {
  if (scope === allSlides) return {}
  return scope === null ? { unsorted: true } : { project_id: [scope] }
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
