import { listUploaders } from '@cresyl/contract/lab/dashboard'
import { useQuery } from '@tanstack/react-query'
import { resultsOf } from '../../../lib/api/paging.ts'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import type { Choice } from '../choices/queries.ts'
import { type Scope, scopeFilter } from './place.ts'

const none: readonly Choice[] = []

/** Those whose slides there are. */
export function useUploaders(scope: Scope): readonly Choice[] {
  const { call } = useApi()
  const { data } = useQuery({
    queryKey: [...liveKeys.slides, 'uploaders', scope],
    queryFn: async ({ signal }) => {
      const people = resultsOf(await call(listUploaders, { query: scopeFilter(scope) }, { signal }))
      return people.map(({ id, name }): Choice => ({ id, name }))
    },
    // Without it there is one filter less.
    meta: { quiet: true },
  })
  return data ?? none
}
