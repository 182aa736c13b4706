import { listLimits } from '@cresyl/contract/api/limits'
import { listStainers } from '@cresyl/contract/lab/stainers'
import { listJobs } from '@cresyl/contract/operations/jobs'
import { previewQcThresholds, type QcThresholds } from '@cresyl/contract/qc/qc-thresholds'
import { useQuery } from '@tanstack/react-query'
import { pageOf, resultsOf } from '../../../lib/api/paging.ts'
import { useLive } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { useSettled } from '../../../ui/list/use-settled.ts'

export interface StainChoice {
  readonly id: string
  readonly name: string
}

const none: readonly StainChoice[] = []

export function useStainChoices(): readonly StainChoice[] {
  useLive('stainers')
  const { call } = useApi()
  const { data } = useQuery({
    queryKey: [...liveKeys.stainers, 'choices of limits'],
    queryFn: async ({ signal }) => {
      const stains = resultsOf(await call(listStainers, { query: pageOf(0, listLimits.all) }, { signal }))
      return stains.map(({ id, stain_type: name }): StainChoice => ({ id, name }))
    },
  })
  return data ?? none
}

/** How many slides these limits would judge otherwise, once the typing has settled; null: nothing to ask. */
export function usePreview(thresholds: QcThresholds | null) {
  useLive('qc_jobs', 'unhurried')
  const { call } = useApi()
  const text = useSettled(JSON.stringify(thresholds))
  const query = useQuery({
    queryKey: [...liveKeys.qc_jobs, 'preview', text],
    enabled: text !== 'null',
    queryFn: ({ signal }) =>
      call(previewQcThresholds, { body: { thresholds: JSON.parse(text) as QcThresholds } }, { signal }),
    gcTime: 0,
    meta: { quiet: true },
  })
  const isSettled = text === JSON.stringify(thresholds)
  return { ...query, isCounting: !isSettled || query.isFetching }
}

const soon = 2000

/** The newest job that judges slides by the present limits; undefined where there was none. */
export function useNewestJudging() {
  useLive('jobs')
  const { call } = useApi()
  const { data } = useQuery({
    queryKey: [...liveKeys.jobs, 'judging'],
    queryFn: ({ signal }) => call(listJobs, { query: { kind: ['reevaluate_qc'], limit: 1 } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.results[0]?.finished_at === null ? soon : false),
    meta: { quiet: true },
  })
  return data?.results[0]
}
