import { listRecentSlides, readDashboard, seeAttention } from '@cresyl/contract/lab/dashboard'
import { listProjects } from '@cresyl/contract/lab/projects'
import { listSlides } from '@cresyl/contract/slides/slides'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLive } from '../../lib/live/live-context.tsx'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { useApi } from '../../lib/session/session-context.tsx'

/** As many as a wide screen has room for in one line. */
export const shownSlides = 6

const dashboardKeys = {
  /** Below the files: a change of those is one of the figures, and of what needs attention. */
  figures: [...liveKeys.files, 'dashboard'] as const,
  projectCount: [...liveKeys.projects, 'count'] as const,
  recent: [...liveKeys.slides, 'recent', shownSlides] as const,
  newest: [...liveKeys.slides, 'newest', shownSlides] as const,
}

/** Null where the server gave an empty answer. */
export function useDashboard() {
  useLive('files', 'unhurried')
  useLive('slides', 'unhurried')
  const { call } = useApi()
  return useQuery({
    queryKey: dashboardKeys.figures,
    queryFn: ({ signal }) => call(readDashboard, {}, { signal }),
    staleTime: 0,
    meta: { counts: 'slides', quiet: true },
  })
}

/** Asks anew what needs attention when other jobs have failed than before. */
export function useRefreshOnFailures(failures: number | undefined): void {
  const client = useQueryClient()
  const before = useRef(failures)
  useEffect(() => {
    if (before.current !== undefined && before.current !== failures) {
      void client.invalidateQueries({ queryKey: dashboardKeys.figures })
    }
    before.current = failures
  }, [client, failures])
}

/** Of all active projects, whatever the list below them shows. */
export function useProjectCount(): number | undefined {
  useLive('projects')
  const { call } = useApi()
  const { data } = useQuery({
    queryKey: dashboardKeys.projectCount,
    queryFn: async ({ signal }) => {
      const { count } = await call(listProjects, { query: { limit: 1 } }, { signal })
      return count
    },
    meta: { quiet: true },
  })
  return data
}

export function useRecentSlides() {
  useLive('slides')
  const { call } = useApi()
  return useQuery({
    queryKey: dashboardKeys.recent,
    queryFn: ({ signal }) => call(listRecentSlides, { query: { limit: shownSlides } }, { signal }),
    // Whoever comes back from a slide has viewed it just now.
    staleTime: 0,
    meta: { quiet: true },
  })
}

/** For who has viewed none yet. */
export function useNewestSlides(enabled: boolean) {
  const { call } = useApi()
  return useQuery({
    queryKey: dashboardKeys.newest,
    enabled,
    queryFn: ({ signal }) =>
      call(listSlides, { query: { limit: shownSlides, ordering: '-created_at' } }, { signal }),
    meta: { quiet: true },
  })
}

export function useSeeAttention() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (until: string) => call(seeAttention, { body: { until } }),
    onSuccess: () => client.invalidateQueries({ queryKey: dashboardKeys.figures }),
  })
}
