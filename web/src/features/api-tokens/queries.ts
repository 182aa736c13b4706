import type { RouteInput } from '@cresyl/contract/api/route'
import { createApiToken, listApiTokens, revokeApiToken } from '@cresyl/contract/people/api-tokens'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { pageOf } from '../../lib/api/paging.ts'
import { useLive } from '../../lib/live/live-context.tsx'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { useApi } from '../../lib/session/session-context.tsx'

const tokensKey = liveKeys.api_tokens

export function useApiTokens(page: number) {
  useLive('api_tokens')
  const { call } = useApi()
  return useQuery({
    queryKey: [...tokensKey, page],
    queryFn: ({ signal }) => call(listApiTokens, { query: pageOf(page) }, { signal }),
    // The rows before stay until the new ones are there: nothing jumps.
    placeholderData: keepPreviousData,
  })
}

export function useTokenCreation() {
  const { call } = useApi()
  const client = useQueryClient()
  return {
    mutationFn: ({ values }: { values: RouteInput<typeof createApiToken>['body'] }) =>
      call(createApiToken, { body: values }),
    // The token itself must not stay in memory once it was shown.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: tokensKey }),
  }
}

export function useRevokeApiToken() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(revokeApiToken, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: tokensKey }),
  })
}
