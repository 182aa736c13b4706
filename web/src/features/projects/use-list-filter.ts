import { useMemo } from 'react'
import { usePermission } from '../../lib/session/session-context.tsx'
import { useListAddress } from '../../ui/address/use-address.ts'
import { type ListFilter, projectList } from './list-filter.ts'

/** The filter of the list as the address has it, and how to change it. */
export function useListFilter() {
  const { filter: said, ...others } = useListAddress(projectList)
  const mayDelete = usePermission('delete:projects')
  const filter = useMemo(
    (): ListFilter => (said.state === 'deleted' && !mayDelete ? { ...said, state: 'active' } : said),
    [said, mayDelete],
  )
  return { filter, ...others }
}
