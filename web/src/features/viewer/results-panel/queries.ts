import {
  type InferenceJob,
  inferenceDownloadUrl,
  listInferenceJobs,
  type ResultFormat,
  readInferenceJob,
  updateInferenceJob,
} from '@cresyl/contract/inference-jobs'
import { retryJob } from '@cresyl/contract/jobs'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../../lib/api/api.ts'
import { useLive } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi, usePermission } from '../../../lib/session/session-context.tsx'
import { followLink } from '../../../ui/save-file.ts'
import { keptAfterLeaving } from '../slide/use-slide.ts'
import { isUnderWay } from './run-rows.ts'

/** So many runs of a slide are listed. */
const listedRuns = 50
/** How often runs that are under way are asked for, in ms: how far one is need not be told by the server. */
const soon = 1500

/** The runs of a slide, the newest first. */
export function useRuns(slideId: string) {
  useLive('inference_jobs')
  const { call } = useApi()
  const mayRead = usePermission('read:inference_jobs')
  return useQuery({
    queryKey: [...liveKeys.inference_jobs, 'of', slideId],
    queryFn: ({ signal }) =>
      call(listInferenceJobs, { query: { slide_id: [slideId], limit: listedRuns } }, { signal }),
    enabled: mayRead,
    gcTime: keptAfterLeaving,
    refetchInterval: ({ state }) => (state.data?.results.some(isUnderWay) ? soon : false),
    meta: { quiet: true },
  })
}

export const runQuery = ({ call }: Api, id: string) =>
  queryOptions({
    queryKey: [...liveKeys.inference_jobs, 'one', id],
    queryFn: ({ signal }) => call(readInferenceJob, { params: { id } }, { signal }),
    gcTime: keptAfterLeaving,
    meta: { quiet: true },
  })

/** A run with its manifest and where it comes from. */
export function useRun(id: string | undefined) {
  return useQuery({ ...runQuery(useApi(), id ?? ''), enabled: id !== undefined })
}

export function useCancelRun() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: InferenceJob) =>
      call(updateInferenceJob, { params: { id }, body: { state: 'cancelled' } }),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.inference_jobs }),
  })
}

/** Goes on with what is there already. */
export function useRetryRun() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (jobId: string) => call(retryJob, { params: { id: jobId } }),
    onSettled: () =>
      Promise.all(
        [liveKeys.inference_jobs, liveKeys.jobs].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  })
}

/** What of a run is asked for: one of its outputs, or its counts and scores. */
export interface AskedDownload {
  readonly id: string
  readonly key?: string
  readonly format: ResultFormat
}

export function useDownloadResult() {
  const { call } = useApi()
  return useMutation({
    mutationFn: async ({ id, ...query }: AskedDownload) => {
      const { url, file_name } = await call(inferenceDownloadUrl, { params: { id }, query })
      followLink(url, file_name)
    },
  })
}
