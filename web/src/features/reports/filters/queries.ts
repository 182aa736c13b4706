import { listLimits } from '@cresyl/contract/api/limits'
import { listProjects } from '@cresyl/contract/lab/projects'
import { listStainers } from '@cresyl/contract/lab/stainers'
import { listTissues } from '@cresyl/contract/lab/tissues'
import { listUsers } from '@cresyl/contract/people/users'
import { listPredictors } from '@cresyl/contract/predictors/predictors'
import { useQuery } from '@tanstack/react-query'
import type { Api } from '../../../lib/api/api.ts'
import { pageOf, resultsOf } from '../../../lib/api/paging.ts'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { tissueName } from '../../../ui/text/tissue-name.ts'
import type { FilterKey } from '../model/filters.ts'
import { words } from '../words.ts'

/** Something to filter by. */
export interface Choice {
  id: string
  name: string
}

const query = pageOf(0, listLimits.all)

type Fetch = (call: Api['call'], signal: AbortSignal) => Promise<Choice[]>

const fetches: Record<FilterKey, { key: readonly string[]; fetch: Fetch }> = {
  project: {
    key: liveKeys.projects,
    fetch: async (call, signal) => {
      const inState = async (state: 'active' | 'archived') =>
        resultsOf(await call(listProjects, { query: { ...query, state } }, { signal }))
      const [active, archived] = await Promise.all([inState('active'), inState('archived')])
      return [
        ...active.map(({ id, name }) => ({ id, name })),
        ...archived.map(({ id, name }) => ({ id, name: words.filters.archived(name) })),
      ]
    },
  },
  tissue: {
    key: liveKeys.tissues,
    fetch: async (call, signal) =>
      resultsOf(await call(listTissues, { query }, { signal })).map((tissue) => ({
        id: tissue.id,
        name: tissueName(tissue),
      })),
  },
  stain: {
    key: liveKeys.stainers,
    fetch: async (call, signal) =>
      resultsOf(await call(listStainers, { query }, { signal })).map(({ id, stain_type: name }) => ({
        id,
        name,
      })),
  },
  predictor: {
    key: liveKeys.predictors,
    fetch: async (call, signal) =>
      resultsOf(await call(listPredictors, { query }, { signal })).map(({ id, manifest }) => ({
        id,
        name: manifest.name,
      })),
  },
  member: {
    key: liveKeys.users,
    fetch: async (call, signal) =>
      resultsOf(await call(listUsers, { query }, { signal })).map(({ id, name }) => ({ id, name })),
  },
}

/** Everything to filter by; undefined until it is known. */
export function useChoices(filter: FilterKey, enabled: boolean): readonly Choice[] | undefined {
  const { call } = useApi()
  const { key, fetch } = fetches[filter]
  const { data } = useQuery({
    queryKey: [...key, 'of-reports'],
    queryFn: ({ signal }) => fetch(call, signal),
    enabled,
  })
  return data
}
