import { listRecentSlides } from '@cresyl/contract/lab/dashboard'
import { listProjects } from '@cresyl/contract/lab/projects'
import { listSlides } from '@cresyl/contract/slides/slides'
import { useQuery } from '@tanstack/react-query'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { useApi } from '../../lib/session/session-context.tsx'

const limits = { recent: 5, projects: 5, slides: 7 }

// Asked for again each time: what is searched for may have come just now.
const fresh = { staleTime: 0, retry: 1, meta: { quiet: true } } as const

/** One that is no longer wanted is given up: the next search has another key, and nobody waits for this one. */
export function useFoundProjects(search: string) {
  const { call } = useApi()
  return useQuery({
    queryKey: [...liveKeys.projects, 'found', search],
    enabled: search !== '',
    queryFn: async ({ signal }) => {
      const find = (state: 'active' | 'archived') =>
        call(listProjects, { query: { search, state, limit: limits.projects } }, { signal })
      const [active, archived] = await Promise.all([find('active'), find('archived')])
      return {
        ...active,
        count: active.count + archived.count,
        results: [...active.results, ...archived.results].slice(0, limits.projects),
      }
    },
    ...fresh,
  })
}

export function useFoundSlides(search: string) {
  const { call } = useApi()
  return useQuery({
    queryKey: [...liveKeys.slides, 'found', search],
    enabled: search !== '',
    queryFn: ({ signal }) => call(listSlides, { query: { search, limit: limits.slides } }, { signal }),
    ...fresh,
  })
}

export function useLastViewed() {
  const { call } = useApi()
  return useQuery({
    queryKey: [...liveKeys.slides, 'recent', limits.recent],
    queryFn: ({ signal }) => call(listRecentSlides, { query: { limit: limits.recent } }, { signal }),
    ...fresh,
  })
}
