import type { ListFilter } from './list-filter.ts'

/** Where the slides in no project are. */
export const unsortedAddress = '/project/unsorted'

/** They stand before the projects where all of these are shown, not among those that someone looks for. */
export function showsUnsorted({ search, state, page }: ListFilter, count: number): boolean {
  return count > 0 && search === '' && state === 'active' && page === 0
}
