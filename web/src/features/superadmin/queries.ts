import type { RouteInput } from '@cresyl/contract/api/route'
import {
  createOrganization,
  type ListedOrganization,
  listedOrganization,
  listOrganizations,
  updateOrganization,
} from '@cresyl/contract/people/organizations'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { pageOf } from '../../lib/api/paging.ts'
import { storedNow } from '../../lib/api/stored-now.ts'
import { useLive } from '../../lib/live/live-context.tsx'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { useApi } from '../../lib/session/session-context.tsx'
import type { SearchedList } from '../../ui/address/use-address.ts'

// Under the same first key as the menu that switches between them and the one in use: a change shows in all.
const listKey = liveKeys.organizations

export function useAllOrganizations({ search, page }: SearchedList) {
  useLive('organizations')
  const { call } = useApi()
  return useQuery({
    queryKey: [...listKey, 'all', search, page],
    queryFn: ({ signal }) =>
      call(
        listOrganizations,
        { query: { ...pageOf(page), search: search === '' ? null : search } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
}

export function useOrganizationCreation() {
  const { call } = useApi()
  const client = useQueryClient()
  return {
    mutationFn: ({ values }: { values: RouteInput<typeof createOrganization>['body'] }) =>
      call(createOrganization, { body: values }),
    onSuccess: () => client.invalidateQueries({ queryKey: listKey }),
  }
}

type OrganizationChange = Omit<NonNullable<RouteInput<typeof updateOrganization>['body']>, 'version'>

export function useOrganizationUpdate() {
  const { call } = useApi()
  const client = useQueryClient()
  return {
    mutationFn: ({ base, changes }: { base: ListedOrganization; changes: OrganizationChange }) => {
      const { id, version } = base
      return call(updateOrganization, {
        params: { id },
        body: { ...changes, ...(version !== null && { version }) },
      })
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: listKey }),
        client.invalidateQueries({ queryKey: liveKeys.organization_settings }),
      ]),
  }
}

export function organizationNow(error: unknown): ListedOrganization | null {
  return storedNow(error, listedOrganization)
}
