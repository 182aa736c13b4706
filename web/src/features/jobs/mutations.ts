import type { StartableJobKind } from '@cresyl/contract/operations/job-kinds'
import { cancelJob, type Job, retryJob, startJob } from '@cresyl/contract/operations/jobs'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/session/session-context.tsx'
import { jobKeys } from './queries.ts'

const cancelKey = ['jobs', 'cancel']

/** Counts as under way until what is shown has been asked for again. */
export function useCancelJob() {
  const { call } = useApi()
  const refresh = useRefreshJobs()
  return useMutation({
    mutationKey: cancelKey,
    mutationFn: ({ id }: Job) => call(cancelJob, { params: { id } }),
    onSettled: refresh,
  })
}

/** The job as it will be: what someone here asked to cancel is shown so before the server has answered. */
export function useShownJob<Shown extends Job>(job: Shown): Shown {
  const beingCancelled = useMutationState({
    filters: { mutationKey: cancelKey, status: 'pending' },
    select: ({ state }) => (state.variables as Job).id,
  })
  return beingCancelled.includes(job.id) ? { ...job, cancelling: true } : job
}

export function useRetryJob() {
  const { call } = useApi()
  const refresh = useRefreshJobs()
  return useMutation({
    mutationFn: ({ id }: Job) => call(retryJob, { params: { id } }),
    onSettled: refresh,
  })
}

export function useStartJob() {
  const { call } = useApi()
  const refresh = useRefreshJobs()
  return useMutation({
    mutationFn: (kind: StartableJobKind) => call(startJob, { body: { kind } }),
    onSettled: refresh,
  })
}

function useRefreshJobs() {
  const client = useQueryClient()
  return () =>
    Promise.all([jobKeys.all, jobKeys.ended].map((queryKey) => client.invalidateQueries({ queryKey })))
}
