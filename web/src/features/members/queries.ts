import { listInvitations, listUsers } from '@cresyl/contract/people/users'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageOf } from '../../lib/api/paging.ts'
import { useLive } from '../../lib/live/live-context.tsx'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { useApi } from '../../lib/session/session-context.tsx'
import { type MemberFilter, queryOf } from './member-filter.ts'

export const memberKeys = {
  lists: liveKeys.users,
  list: (filter: MemberFilter) => [...memberKeys.lists, filter] as const,
  invitations: liveKeys.invitations,
}

export function useMembers(filter: MemberFilter) {
  useLive('users')
  const { call } = useApi()
  return useQuery({
    queryKey: memberKeys.list(filter),
    queryFn: ({ signal }) => call(listUsers, { query: queryOf(filter) }, { signal }),
    // The rows before stay until the new ones are there: nothing jumps.
    placeholderData: keepPreviousData,
  })
}

export function useInvitations(page: number) {
  useLive('invitations')
  const { call } = useApi()
  return useQuery({
    queryKey: [...memberKeys.invitations, page],
    queryFn: ({ signal }) => call(listInvitations, { query: pageOf(page) }, { signal }),
    placeholderData: keepPreviousData,
  })
}
