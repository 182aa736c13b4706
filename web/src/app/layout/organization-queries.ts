import { listLimits } from '@cresyl/contract/api/limits'
import { type ListedOrganization, listOrganizations } from '@cresyl/contract/people/organizations'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageOf } from '../../lib/api/paging.ts'
import { useLive } from '../../lib/live/live-context.tsx'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { useApi, useSession } from '../../lib/session/session-context.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { sentenceOf } from '../query-client.ts'
import { useDeparture } from '../uploads/departure.tsx'

/** The organisations one can enter, as far as they fit on a page; asked for when someone wants to see them. */
export function useEnterableOrganizations(search: string, enabled: boolean) {
  useLive('organizations')
  const { call } = useApi()
  return useQuery({
    queryKey: [...liveKeys.organizations, 'enterable', search],
    enabled,
    queryFn: ({ signal }) =>
      call(listOrganizations, { query: { ...pageOf(0), search: search === '' ? null : search } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Enters another organisation. What goes wrong before the page is left is told in a toast. */
export function useEnterOrganization() {
  const session = useSession()
  const depart = useDeparture()
  return (id: string) =>
    depart('switchOrganization', () => session.switchOrganization(id)).catch(
      (error: unknown) => void showToast(sentenceOf(error), 'error'),
    )
}

/** Those one belongs to, which for a superadmin are few of many. */
export function useOwnOrganizations() {
  const { call } = useApi()
  return async (): Promise<ListedOrganization[]> => {
    const { results } = await call(listOrganizations, { query: pageOf(0, listLimits.all) })
    return results.filter(({ role, disabled_at }) => role !== null && disabled_at === null)
  }
}
