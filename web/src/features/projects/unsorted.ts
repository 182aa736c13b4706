import type { ListFilter } from './list-filter.ts'
import type { Covered } from './project-covers.tsx'

/** Where the slides in no project are. */
export const unsortedAddress = '/project/unsorted'

/** The slides in no project. */
export interface Unsorted {
  count: number
  covers: Covered
}

/** They stand before the projects where all of these are shown, not among those that someone looks for. */
export function showsUnsorted({ search, state, page }: ListFilter, { count }: Unsorted): boolean {
  return count > 0 && search === '' && state === 'active' && page === 0
}
