import { listLimits } from '@cresyl/contract/api/limits'
import { listProjects, readProject } from '@cresyl/contract/lab/projects'
import { listStainers } from '@cresyl/contract/lab/stainers'
import { listTissues } from '@cresyl/contract/lab/tissues'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageOf, resultsOf } from '../../../lib/api/paging.ts'
import { useLive } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { tissueName } from '../../../ui/text/tissue-name.ts'

/** Something to choose, by its name. */
export interface Choice {
  id: string
  name: string
}

const everything = pageOf(0, listLimits.all)
const none: readonly Choice[] = []
const projectsAtOnce = 20

export function useTissues(): readonly Choice[] {
  useLive('tissues')
  const { call } = useApi()
  const { data } = useQuery({
    queryKey: [...liveKeys.tissues, 'of-slides'],
    queryFn: async ({ signal }) => {
      const tissues = resultsOf(await call(listTissues, { query: everything }, { signal }))
      return tissues.map((tissue): Choice => ({ id: tissue.id, name: tissueName(tissue) }))
    },
  })
  return data ?? none
}

export function useStains(): readonly Choice[] {
  useLive('stainers')
  const { call } = useApi()
  const { data } = useQuery({
    queryKey: [...liveKeys.stainers, 'of-slides'],
    queryFn: async ({ signal }) => {
      const stains = resultsOf(await call(listStainers, { query: everything }, { signal }))
      return stains.map(({ id, stain_type }): Choice => ({ id, name: stain_type }))
    },
  })
  return data ?? none
}

/** Projects that slides can be moved to: those that were changed last come first. */
export function useProjectChoices(search: string, enabled: boolean) {
  const { call } = useApi()
  return useQuery({
    queryKey: [...liveKeys.projects, 'for-slides', search],
    queryFn: async ({ signal }) => {
      const query = { ...pageOf(0, projectsAtOnce), search: search || null, state: 'active' as const }
      const { results } = await call(listProjects, { query }, { signal })
      return results.map(({ id, name }): Choice => ({ id, name }))
    },
    enabled,
    placeholderData: keepPreviousData,
  })
}

export function useProjectName(id: string | null): string | undefined {
  const { call } = useApi()
  const { data } = useQuery({
    queryKey: [...liveKeys.projects, 'one', id ?? ''],
    queryFn: ({ signal }) => call(readProject, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
    meta: { quiet: true },
  })
  return data?.name
}
