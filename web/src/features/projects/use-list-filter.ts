import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { usePermission } from '../../lib/session/session-context.tsx'
import { changeFilter, type ListFilter, readFilter, writeFilter } from './list-filter.ts'

/** The filter of the list as the address has it, and how to change it. */
export function useListFilter() {
  const [parameters, setParameters] = useSearchParams()
  const mayDelete = usePermission('delete:projects')
  const filter = useMemo((): ListFilter => {
    const read = readFilter(parameters)
    return read.state === 'deleted' && !mayDelete ? { ...read, state: 'active' } : read
  }, [parameters, mayDelete])

  const change = useCallback(
    (change: Partial<ListFilter>) => {
      // Typing must not fill the history; turning pages may.
      const replace = change.search !== undefined
      setParameters(writeFilter(changeFilter(filter, change)), { replace, preventScrollReset: replace })
    },
    [filter, setParameters],
  )
  return { filter, change }
}
