import { currentOrganization } from '@cresyl/contract/people/organizations'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import { liveKeys } from '../live/live-keys.ts'
import { useApi } from '../session/session-context.tsx'

export const currentOrganizationKey = [...liveKeys.organizations, 'current'] as const

/** The organisation that one works in, as the server tells it. */
export const currentOrganizationQuery = ({ call }: Api) =>
  queryOptions({
    queryKey: currentOrganizationKey,
    queryFn: ({ signal }) => call(currentOrganization, {}, { signal }),
  })

/**
 * What bodies say about whose they are: `organization_id`, by which the server refuses what was meant for another
 * organisation. Nothing where the server could not say which it is: what one's claims tell may be another's name for it.
 */
export function useOrganizationField(): () => { organization_id?: string } {
  const client = useQueryClient()
  const { queryKey } = currentOrganizationQuery(useApi())
  return () => {
    const known = client.getQueryData(queryKey)
    return known ? { organization_id: known.id } : {}
  }
}
