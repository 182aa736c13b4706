import type { Page } from '@cresyl/contract/api/list'
import { startableJobKinds } from '@cresyl/contract/operations/job-kinds'
import { type Job, listJobs, readJob } from '@cresyl/contract/operations/jobs'
import { type UseQueryResult, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import type { CallInput } from '../../lib/api/request.ts'
import { type Pace, useLive, useLiveState } from '../../lib/live/live-context.tsx'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { useApi } from '../../lib/session/session-context.tsx'
import { type LastRuns, lastRuns } from './checks.ts'
import { activeStates, isActive, settledStates } from './job-state.ts'

/** What has ended does not change with every step of what runs: it is asked for when something ended. */
const endedKey = ['ended-jobs'] as const

export const jobKeys = {
  all: liveKeys.jobs,
  active: [...liveKeys.jobs, 'active'] as const,
  childrenOf: (id: string | undefined) => [...liveKeys.jobs, 'children', id] as const,
  one: (id: string) => [...liveKeys.jobs, 'one', id] as const,
  ended: endedKey,
  failed: [...endedKey, 'failed'] as const,
  settled: [...endedKey, 'list'] as const,
  lastOfKind: (kind: string) => [...endedKey, 'last', kind] as const,
}

const limits = { active: 100, failed: 20, settled: 20 }
const soon = 2000
const later = 30_000

/** Told by the server; asked for soon again while it can't and something is under way, else now and then. */
function useKept(pace?: Pace) {
  useLive('jobs', pace)
  const isTold = useLiveState() === 'live'
  const intervalFor = (jobs: readonly Job[] | undefined): number =>
    !isTold && jobs?.some((job) => isActive(job.state)) ? soon : later
  return { intervalFor, options: keptOptions }
}

// A try that fails is no news while there is something to show: the next one follows.
const keptOptions = { staleTime: 0, refetchOnWindowFocus: 'always', meta: { quiet: true } } as const

const none: Page<Job> = { count: 0, next: null, previous: null, results: [] }

function useListJobs() {
  const { call } = useApi()
  return async (query: CallInput<typeof listJobs>['query'], signal: AbortSignal): Promise<Page<Job>> =>
    (await call(listJobs, { ...(query && { query }) }, { signal })) ?? none
}

/** `unhurried` for who shows how much is under way more than how far it is. */
export function useActiveJobs(pace?: Pace) {
  const list = useListJobs()
  const { intervalFor, options } = useKept(pace)
  return useQuery({
    queryKey: jobKeys.active,
    queryFn: ({ signal }) => list({ state: [...activeStates], limit: limits.active }, signal),
    ...options,
    refetchInterval: ({ state }) => intervalFor(state.data?.results),
  })
}

/** The latest that failed: whoever hasn't looked at them since is shown a mark. */
export function useFailedJobs() {
  const list = useListJobs()
  return useQuery({
    queryKey: jobKeys.failed,
    queryFn: ({ signal }) => list({ state: ['failed'], limit: limits.failed }, signal),
    ...keptOptions,
    refetchInterval: later,
  })
}

export function useSettledJobs() {
  const list = useListJobs()
  return useInfiniteQuery({
    queryKey: jobKeys.settled,
    queryFn: ({ pageParam, signal }) =>
      list({ state: [...settledStates], limit: limits.settled, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.results.length, 0)
      return last.results.length > 0 && shown < last.count ? shown : undefined
    },
    ...keptOptions,
    refetchInterval: later,
  })
}

/** Undefined: of a batch that is not known yet. */
export function useChildJobs(parentId: string | undefined) {
  const list = useListJobs()
  const { intervalFor, options } = useKept()
  return useQuery({
    queryKey: jobKeys.childrenOf(parentId),
    queryFn: ({ signal }) => list({ parent_id: parentId ?? null, limit: limits.active }, signal),
    enabled: parentId !== undefined,
    ...options,
    refetchInterval: ({ state }) => intervalFor(state.data?.results),
  })
}

export function useJob(id: string) {
  const { call } = useApi()
  const { intervalFor, options } = useKept()
  return useQuery({
    queryKey: jobKeys.one(id),
    queryFn: ({ signal }) => call(readJob, { params: { id } }, { signal }),
    ...options,
    // The server tells of steps of the parts of a batch, not of the batch's.
    refetchInterval: ({ state: { data } }) =>
      data?.children && isActive(data.state) ? soon : intervalFor(data && [data]),
  })
}

interface LastRunsQuery {
  data: LastRuns | undefined
  error: Error | null
  refetch: () => void
}

/** The last run of each check: by itself, or as part of the last batch. */
export function useLastRuns(): LastRunsQuery {
  const list = useListJobs()
  const active = useActiveJobs()
  const ended = useQueries({
    queries: startableJobKinds.map((kind) => ({
      queryKey: jobKeys.lastOfKind(kind),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        list({ kind: [kind], state: [...settledStates], limit: 1 }, signal),
      ...keptOptions,
    })),
    combine: together,
  })
  const own = [...(active.data?.results ?? []), ...ended.jobs]
  const batch = own.find(({ children }) => children !== null)
  const parts = useChildJobs(batch?.id)
  const complete = active.data && ended.complete && (batch === undefined || parts.data !== undefined)
  return {
    data: complete ? lastRuns([...own, ...(parts.data?.results ?? [])]) : undefined,
    error: active.error ?? ended.error ?? parts.error,
    refetch: () => void Promise.all([active.refetch(), ended.refetch(), batch && parts.refetch()]),
  }
}

function together(results: UseQueryResult<Page<Job>>[]) {
  return {
    jobs: results.flatMap(({ data }) => data?.results ?? []),
    complete: results.every(({ data }) => data !== undefined),
    error: results.find(({ error }) => error)?.error ?? null,
    refetch: () => Promise.all(results.map((result) => result.refetch())),
  }
}
