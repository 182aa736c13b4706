import { isId } from '../../../ui/address/parameters.ts'
/** What of everything is counted, by ids; `none` is for what has none. Nothing said is all of it. */
export const filterKeys = ['project', 'tissue', 'stain', 'predictor', 'member'] as const
export type FilterKey = (typeof filterKeys)[number]
export type Filters = Readonly<Record<FilterKey, readonly string[]>>

export const noFilters: Filters = { project: [], tissue: [], stain: [], predictor: [], member: [] }

/** What has none can be asked for; every run has its predictor. */
export const noneKey = 'none'

/** Of one filter: addresses must stay short enough to be sent. */
export const mostChosen = 30

export function isFilterValue(key: FilterKey, value: string): boolean {
  return isId(value) || (value === noneKey && key !== 'predictor')
}

export function countFilters(filters: Filters): number {
  return filterKeys.filter((key) => filters[key].length > 0).length
}

/** By what slides are told apart. */
export const slideGroups = ['stainer', 'tissue', 'project', 'member', 'qc_state'] as const
export type SlideGroup = (typeof slideGroups)[number]
