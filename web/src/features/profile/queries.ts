import { listLimits } from '@cresyl/contract/api/limits'
import { listSessions, type Profile, readProfile } from '@cresyl/contract/people/profiles'
import { useQuery } from '@tanstack/react-query'
import { pageOf } from '../../lib/api/paging.ts'
import { useApi } from '../../lib/session/session-context.tsx'

export const profileKeys = {
  own: ['profile'] as const,
  sessions: ['sign-in-sessions'] as const,
}

/** Null where the server gave an empty answer. */
export function useProfile() {
  const { call } = useApi()
  return useQuery<Profile | null>({
    queryKey: profileKeys.own,
    queryFn: ({ signal }) => call(readProfile, {}, { signal }),
    // It may have been changed in another tab or on another device.
    refetchOnWindowFocus: 'always',
    meta: { quiet: true },
  })
}

export function useSignInSessions() {
  const { call } = useApi()
  return useQuery({
    queryKey: profileKeys.sessions,
    queryFn: async ({ signal }) => {
      const { results } = await call(listSessions, { query: pageOf(0, listLimits.all) }, { signal })
      return results
    },
    // Someone who looks for a device they lost must not be shown old news.
    staleTime: 0,
  })
}
