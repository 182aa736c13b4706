import { useMemo } from 'react'
import { usePermission } from '../../lib/session/session-context.tsx'
import { useListPlace } from '../../ui/use-list-place.ts'
import { changeOf, type FilterChange, type ListFilter, readFilter } from './list-filter.ts'

/** The filter of the list as the address has it, and how to change it. */
export function useListFilter() {
  const { place, parameters, change, turnTo } = useListPlace()
  const mayDelete = usePermission('delete:projects')
  const filter = useMemo((): ListFilter => {
    const read = readFilter(place, parameters)
    return read.state === 'deleted' && !mayDelete ? { ...read, state: 'active' } : read
  }, [place, parameters, mayDelete])
  return { filter, change: (next: FilterChange) => change(changeOf(next)), turnTo }
}
