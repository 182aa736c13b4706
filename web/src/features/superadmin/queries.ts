import {
  createOrganization,
  type ListedOrganization,
  listedOrganization,
  listOrganizations,
  updateOrganization,
} from '@cresyl/contract/organizations'
import type { RouteInput } from '@cresyl/contract/route'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError } from '../../lib/api/call-error.ts'
import { pageOf } from '../../lib/api/paging.ts'
import { useApi } from '../../lib/session/session-context.tsx'
import type { ListPlace } from '../../ui/list-place.ts'

// Under the same first key as the menu that switches between them: a change shows in both.
const listKey = ['organizations'] as const

export function useAllOrganizations({ search, page }: ListPlace) {
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
    meta: { shownInPlace: (error) => isAboutField(error) || storedNow(error) !== null },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: listKey }),
        client.invalidateQueries({ queryKey: ['organization'] }),
      ]),
  })
}

/** What is stored now, where a save was refused because it is another than the one that was edited. */
export function storedNow(error: unknown): ListedOrganization | null {
  if (!(error instanceof CallError) || error.code !== 'stale_version') return null
  const parsed = listedOrganization.safeParse(error.current)
  return parsed.success ? parsed.data : null
}

export function fieldErrors(error: unknown): { displayName?: string; name?: string; quota?: string } {
  if (!(error instanceof CallError)) return {}
  const displayName = error.fields.display_name?.[0]
  const name = error.fields.name?.[0] ?? (error.code === 'name_taken' ? error.message : undefined)
  const quota = error.fields.quota_bytes?.[0]
  return { ...(displayName && { displayName }), ...(name && { name }), ...(quota && { quota }) }
}

function isAboutField(error: unknown): boolean {
  return Object.keys(fieldErrors(error)).length > 0
}
