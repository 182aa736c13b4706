import { listLimits } from '@cresyl/contract/api/limits'
import {
  listOrganizationSettings,
  type Organization,
  type OrganizationSettings,
} from '@cresyl/contract/people/organizations'
import { useQuery } from '@tanstack/react-query'
import { pageOf, resultsOf } from '../../lib/api/paging.ts'
import { useLive } from '../../lib/live/live-context.tsx'
import { liveKeys } from '../../lib/live/live-keys.ts'
import {
  currentOrganizationKey,
  currentOrganizationQuery,
} from '../../lib/organization/current-organization.ts'
import { useApi, useSessionState } from '../../lib/session/session-context.tsx'
import { fallbackOrganization, type OrganizationClaims } from './fallback.ts'

export const organizationKeys = {
  current: currentOrganizationKey,
  settings: (organizationId: string) => [...liveKeys.organization_settings, organizationId] as const,
}

const noClaims: OrganizationClaims = { org_id: null, org_name: null, org_display_name: null }

export interface KnownOrganization {
  organization: Organization
  /** `fallback`: the server could not say, this is what the person's claims tell. */
  source: 'loading' | 'server' | 'fallback'
}

/** The organisation of the person who is signed in; there is always one to show. */
export function useOrganization(): KnownOrganization {
  useLive('organizations')
  const state = useSessionState()
  const { data, isError } = useQuery(currentOrganizationQuery(useApi()))
  if (data) return { organization: data, source: 'server' }
  const organization = fallbackOrganization(state.status === 'signed-in' ? state.user : noClaims)
  return { organization, source: isError || data === null ? 'fallback' : 'loading' }
}

/** Asked for once the organisation is known, and kept until they are changed. */
export function useOrganizationSettings({ organization, source }: KnownOrganization) {
  useLive('organization_settings')
  const { call } = useApi()
  const { page, limit } = listLimits.settings
  return useQuery({
    queryKey: organizationKeys.settings(organization.id),
    enabled: source === 'server',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<OrganizationSettings | null> => {
      const query = { ...pageOf(page, limit), organization_id: organization.id }
      const records = resultsOf(await call(listOrganizationSettings, { query }, { signal }))
      return records.find((record) => record.organization_id === organization.id) ?? null
    },
  })
}
