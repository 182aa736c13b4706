import { useMemo } from 'react'
import { useListPlace } from '../../ui/use-list-place.ts'
import { changeOf, type FilterChange, readFilter } from './list-filter.ts'

/** The filter of the list as the address has it, and how to change it. */
export function useListFilter() {
  const { place, parameters, change, turnTo } = useListPlace()
  const filter = useMemo(() => readFilter(place, parameters), [place, parameters])
  return { filter, change: (next: FilterChange) => change(changeOf(next)), turnTo }
}
