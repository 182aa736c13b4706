import { cancelJob, type Job, readJob } from '@cresyl/contract/operations/jobs'
import { createQcBatch } from '@cresyl/contract/qc/qc-jobs'
import {
  createSlideBatch,
  type GivenSlideAction,
  type GivenSlideSelection,
  readSlideBatch,
  type SlideBatch,
  undoSlideBatch,
} from '@cresyl/contract/slides/slide-batches'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useIdempotencyKey } from '../../../lib/api/idempotency.ts'
import { useLive, useLiveState } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi } from '../../../lib/session/session-context.tsx'

const batchKey = (id: string) => [...liveKeys.jobs, 'batch', id] as const
const soon = 1000
const later = 10_000

export const isOver = ({ job }: SlideBatch): boolean => job.finished_at !== null

interface Start {
  selection: GivenSlideSelection
  action: GivenSlideAction
}

export function useStartBatch() {
  const { call } = useApi()
  const client = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: Start) => call(createSlideBatch, { body }, { idempotencyKey: keyFor(body) }),
    onSuccess: (batch) => note(client, batch),
  })
}

export function useUndoBatch(onBegun: (undo: SlideBatch, batch: SlideBatch) => void) {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: SlideBatch) => call(undoSlideBatch, { params: { id } }),
    onSuccess: (undo, batch) => {
      onBegun(undo, batch)
      return note(client, undo)
    },
    onSettled: (_, __, { id }) => client.invalidateQueries({ queryKey: batchKey(id) }),
  })
}

export function useCancelBatch() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<Job, 'id'>) => call(cancelJob, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.jobs }),
  })
}

function note(client: QueryClient, batch: SlideBatch) {
  client.setQueryData(batchKey(batch.id), batch)
  return client.invalidateQueries({
    queryKey: [...liveKeys.jobs],
    predicate: ({ queryKey }) => queryKey[1] !== 'batch',
  })
}

/** How far it is, until it is over. */
export function useBatch(id: string) {
  useLive('jobs')
  const isTold = useLiveState() === 'live'
  const { call } = useApi()
  return useQuery<SlideBatch>({
    queryKey: batchKey(id),
    queryFn: ({ signal }) => call(readSlideBatch, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : isTold ? later : soon),
    meta: { quiet: true },
  })
}

export function useStartChecks() {
  const { call } = useApi()
  const client = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (selection: GivenSlideSelection) =>
      call(createQcBatch, { body: { selection } }, { idempotencyKey: keyFor(selection) }),
    onSuccess: () => client.invalidateQueries({ queryKey: liveKeys.jobs }),
  })
}

/** How far the checks of many slides are, until they are over. */
export function useChecks(jobId: string) {
  useLive('jobs')
  const isTold = useLiveState() === 'live'
  const { call } = useApi()
  return useQuery<Job>({
    queryKey: [...liveKeys.jobs, 'checks', jobId],
    queryFn: ({ signal }) => call(readJob, { params: { id: jobId } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data && state.data.finished_at !== null ? false : isTold ? later : soon,
    meta: { quiet: true },
  })
}
