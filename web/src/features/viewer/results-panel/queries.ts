import { readJob, retryJob } from '@cresyl/contract/operations/jobs'
import {
  type InferenceJob,
  listInferenceJobs,
  readInferenceJob,
  updateInferenceJob,
} from '@cresyl/contract/predictors/inference-jobs'
import {
  inferenceDownloadUrl,
  type ResultFormat,
  type RunChunks,
  readRunChunks,
} from '@cresyl/contract/predictors/inference-outputs'
import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../../lib/api/api.ts'
import { useLive } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi, usePermission } from '../../../lib/session/session-context.tsx'
import { followLink } from '../../../ui/form/save-file.ts'
import { imageQuery } from '../slide/queries.ts'
import { keptAfterLeaving } from '../slide/use-slide.ts'
import type { NamedChannels } from './run-facts.ts'

/** So many runs of a slide are listed. */
const listedRuns = 50
/** The runs of a slide, newest first; none are asked for until it is known which. */
export function useRuns(slideId: string | undefined) {
  useLive('inference_jobs')
  const { call } = useApi()
  const mayRead = usePermission('read:inference_jobs')
  return useQuery({
    queryKey: [...liveKeys.inference_jobs, 'of', slideId],
    queryFn:
      slideId === undefined || !mayRead
        ? skipToken
        : ({ signal }) =>
            call(listInferenceJobs, { query: { slide_id: [slideId], limit: listedRuns } }, { signal }),
    gcTime: keptAfterLeaving,
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

/** The channels of the image that a run was made of; none while they are not known. */
export function useChannelsOf(run: Pick<InferenceJob, 'input_image_id'> | undefined): NamedChannels {
  const { data } = useQuery({
    ...imageQuery(useApi(), run?.input_image_id ?? ''),
    enabled: run !== undefined,
  })
  return data?.channels ?? []
}

/** Places are given up by jobs of others too, of which nobody here is told. */
const placeMilliseconds = 5000

/** How many jobs are run before one that waits; null where that can't be said. */
export function useQueuePlace({ id, state, waits_for_qc: waitsForQc }: InferenceJob): number | null {
  const isQueued = state === 'queued' && !waitsForQc
  const { data } = useQuery({
    ...runQuery(useApi(), id),
    enabled: isQueued,
    refetchInterval: isQueued ? placeMilliseconds : false,
  })
  return (isQueued ? data?.queue_place : null) ?? null
}

/** How far the job of a run is, told as it goes on. */
export function useRunJob({ job_id: id, state }: Pick<InferenceJob, 'job_id' | 'state'>) {
  useLive('jobs')
  const { call } = useApi()
  return useQuery({
    queryKey: [...liveKeys.jobs, 'one', id ?? ''],
    queryFn: ({ signal }) => call(readJob, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null && state === 'running',
    gcTime: keptAfterLeaving,
    meta: { quiet: true },
  })
}

/** What is done of a run while it goes on; what was told last stays when it ends. */
export function useRunChunks(runId: string, isRunning: boolean) {
  useLive('jobs')
  const { call } = useApi()
  const client = useQueryClient()
  const queryKey = [...liveKeys.jobs, 'chunks', runId]
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<{ id: string; chunks: RunChunks }> => {
      const chunks = await call(readRunChunks, { params: { id: runId } }, { signal })
      const before = client.getQueryData<{ chunks: RunChunks }>(queryKey)?.chunks
      // Once all of it is put together the parts go, a moment before it is said to have ended.
      const known = before && before.finished.length > chunks.finished.length ? before : chunks
      // By the job's id it is known to be outdated whenever that has come farther, and at no other time.
      return { id: chunks.job_id ?? runId, chunks: known }
    },
    enabled: isRunning,
    gcTime: keptAfterLeaving,
    meta: { quiet: true },
  })
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
