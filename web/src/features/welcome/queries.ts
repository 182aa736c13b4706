import { listRecentSlides } from '@cresyl/contract/lab/dashboard'
import { listUsers } from '@cresyl/contract/people/users'
import { listSlides, type Slide } from '@cresyl/contract/slides/slides'
import { useQuery } from '@tanstack/react-query'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { useApi } from '../../lib/session/session-context.tsx'

/** How many people there are, where that is asked. */
export function useMemberCount(enabled: boolean): number {
  const { call } = useApi()
  const { data } = useQuery({
    queryKey: [...liveKeys.users, 'count'],
    enabled,
    queryFn: async ({ signal }) => (await call(listUsers, { query: { limit: 1 } }, { signal })).count,
    meta: { quiet: true },
  })
  return data ?? 0
}

/** How many slides this person has viewed. */
export function useViewedCount(): number {
  const { call } = useApi()
  const { data } = useQuery({
    queryKey: [...liveKeys.slides, 'viewed'],
    queryFn: async ({ signal }) => (await call(listRecentSlides, { query: { limit: 1 } }, { signal })).count,
    staleTime: 0,
    meta: { quiet: true },
  })
  return data ?? 0
}

/** One to look at; undefined where there is none, or none is asked for. */
export function useSomeSlide(enabled: boolean): Slide | undefined {
  const { call } = useApi()
  const { data } = useQuery({
    queryKey: [...liveKeys.slides, 'some'],
    enabled,
    queryFn: ({ signal }) => call(listSlides, { query: { limit: 1 } }, { signal }),
    meta: { quiet: true },
  })
  return data?.results[0]
}
