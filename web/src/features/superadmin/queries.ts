import {
  createOrganization,
  type ListedOrganization,
  listedOrganization,
  listOrganizations,
  updateOrganization,
} from '@cresyl/contract/organizations'
import type { RouteInput } from '@cresyl/contract/route'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { fieldErrors, hasCode } from '../../lib/api/field-errors.ts'
import { pageOf } from '../../lib/api/paging.ts'
import { storedNow } from '../../lib/api/stored-now.ts'
import { useLive } from '../../lib/live/live-context.tsx'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { useApi } from '../../lib/session/session-context.tsx'
import type { ListPlace } from '../../ui/list-place.ts'

// Under the same first key as the menu that switches between them and the one in use: a change shows in all.
const listKey = liveKeys.organizations

export function useAllOrganizations({ search, page }: ListPlace) {
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

export function useCreateOrganization() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RouteInput<typeof createOrganization>['body']) => call(createOrganization, { body }),
    meta: { shownInPlace: isAboutField },
    onSuccess: () => client.invalidateQueries({ queryKey: listKey }),
  })
}

export type OrganizationChange = NonNullable<RouteInput<typeof updateOrganization>['body']>

export function useUpdateOrganization() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: OrganizationChange }) =>
      call(updateOrganization, { params: { id }, body: change }),
    meta: { shownInPlace: (error) => isAboutField(error) || organizationNow(error) !== null },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: listKey }),
        client.invalidateQueries({ queryKey: liveKeys.organization_settings }),
      ]),
  })
}

export function organizationNow(error: unknown): ListedOrganization | null {
  return storedNow(error, listedOrganization)
}

export function draftErrors(error: unknown): { displayName?: string; name?: string; quota?: string } {
  const errors = fieldErrors(error, ['display_name', 'name', 'quota_bytes'])
  const name = errors.name ?? (hasCode(error, 'name_taken') ? error.message : undefined)
  const { display_name: displayName, quota_bytes: quota } = errors
  return { ...(displayName && { displayName }), ...(name && { name }), ...(quota && { quota }) }
}

function isAboutField(error: unknown): boolean {
  return Object.keys(draftErrors(error)).length > 0
}
