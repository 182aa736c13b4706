import { messages } from '@cresyl/contract/api/messages'
import { cancelJob } from '@cresyl/contract/operations/jobs'
import {
  createQcJob,
  listQcJobs,
  type QcJob,
  readQcJob,
  readQcOutlines,
  updateQcJob,
} from '@cresyl/contract/qc/qc-jobs'
import type { QcMeasureKey } from '@cresyl/contract/qc/qc-measures'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../../lib/api/api.ts'
import { useLive } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi, usePermission } from '../../../lib/session/session-context.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { keptAfterLeaving } from '../slide/use-slide.ts'
import { isUnderWay } from './checks.ts'

/** So many checks of an image are listed. */
export const listedChecks = 20
/** How often a check that is under way is asked for, in ms: how far it is need not be told by the server. */
const soon = 1500

export const checksQuery = ({ call }: Api, imageId: string) =>
  queryOptions({
    queryKey: [...liveKeys.qc_jobs, 'of', imageId],
    queryFn: ({ signal }) =>
      call(listQcJobs, { query: { input_image_id: [imageId], limit: listedChecks } }, { signal }),
    gcTime: keptAfterLeaving,
    meta: { quiet: true },
  })

export const checkQuery = ({ call }: Api, id: string) =>
  queryOptions({
    queryKey: [...liveKeys.qc_jobs, 'one', id],
    queryFn: ({ signal }) => call(readQcJob, { params: { id } }, { signal }),
    gcTime: keptAfterLeaving,
    meta: { quiet: true },
  })

/** The checks of an image, newest first. */
export function useChecks(imageId: string) {
  useLive('qc_jobs')
  const mayRead = usePermission('read:qc_jobs')
  return useQuery({
    ...checksQuery(useApi(), imageId),
    enabled: mayRead,
    refetchInterval: ({ state }) => (state.data?.results.some(isUnderWay) ? soon : false),
  })
}

/** A check with all it measured. */
export function useCheck(id: string | undefined) {
  return useQuery({ ...checkQuery(useApi(), id ?? ''), enabled: id !== undefined })
}

export function useStartCheck() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (imageId: string) => call(createQcJob, { body: { input_image_id: imageId } }),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.qc_jobs }),
  })
}

export function useCancelCheck() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (jobId: string) => call(cancelJob, { params: { id: jobId } }),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.qc_jobs }),
  })
}

/** Taking an override back says itself that it failed. */
export function useTakeBack() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, version }: QcJob) =>
      call(updateQcJob, { params: { id }, body: { overridden: false, version } }),
    meta: { shownInPlace: () => true },
    onError: (error) => showToast(messages.qcOverride.updateFailed(error.message), 'error'),
    onSettled: () =>
      Promise.all(
        [liveKeys.qc_jobs, liveKeys.slides].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  })
}

/** The outlines of a mask, to be saved. */
export function useOutlines() {
  const { call } = useApi()
  return useMutation({
    mutationFn: ({ id, key }: { id: string; key: QcMeasureKey }) =>
      call(readQcOutlines, { params: { id }, query: { key } }),
  })
}
