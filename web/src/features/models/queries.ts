import {
  listPredictors,
  type Predictor,
  readPredictorExample,
  updatePredictor,
} from '@cresyl/contract/predictors/predictors'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../lib/api/api.ts'
import type { CallInput } from '../../lib/api/request.ts'
import { useLive } from '../../lib/live/live-context.tsx'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { useApi, usePermission } from '../../lib/session/session-context.tsx'

export const predictorsQuery = ({ call }: Api) =>
  queryOptions({
    queryKey: [...liveKeys.predictors, 'all'],
    queryFn: async ({ signal }) => (await call(listPredictors, { query: { limit: -1 } }, { signal })).results,
  })

/** All of them, whether or not they can be run. */
export function usePredictors() {
  useLive('predictors')
  const mayRead = usePermission('read:predictors')
  return useQuery({ ...predictorsQuery(useApi()), enabled: mayRead })
}

/** Computed when it is first asked for, and the same as long as what computes it is. */
export function usePredictorExample({ id, digest }: Predictor, enabled = true) {
  const { call } = useApi()
  return useQuery({
    queryKey: ['predictor-example', id, digest],
    queryFn: ({ signal }) => call(readPredictorExample, { params: { id } }, { signal }),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
}

type Change = Omit<NonNullable<CallInput<typeof updatePredictor>['body']>, 'organization_id' | 'version'>

interface Edit {
  predictor: Predictor
  change: Change
}

/** Counts as under way until what is shown has been asked for again. */
export function useUpdatePredictor() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ predictor: { id, version }, change }: Edit) =>
      call(updatePredictor, { params: { id }, body: { ...change, version } }),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.predictors }),
  })
}
