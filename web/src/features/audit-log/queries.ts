import {
  type AuditSealState,
  auditsDownloadUrl,
  listAudits,
  readAuditSeals,
  verifyAudits,
} from '@cresyl/contract/operations/audits'
import { cancelJob } from '@cresyl/contract/operations/jobs'
import { listUsers } from '@cresyl/contract/people/users'
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useLive } from '../../lib/live/live-context.tsx'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { useApi } from '../../lib/session/session-context.tsx'
import { followLink } from '../../ui/form/save-file.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { type AuditFilter, queryOf } from './filter.ts'
import { words } from './words.ts'

export const auditKeys = {
  log: (filter: AuditFilter) => ['audits', 'log', filter] as const,
  fresh: (filter: AuditFilter, place: string | undefined) => ['audits', 'fresh', filter, place] as const,
  // Told of with jobs: verifying is one.
  seals: [...liveKeys.jobs, 'seals'] as const,
}

const rowsAtOnce = 50
const askAgainAfter = 15_000

/** The log, older rows on request. What arrives meanwhile is not put in by itself: nobody's place is lost. */
export function useAuditLog(filter: AuditFilter) {
  const { call } = useApi()
  return useInfiniteQuery({
    queryKey: auditKeys.log(filter),
    queryFn: ({ pageParam: before, signal }) =>
      call(
        listAudits,
        { query: { ...queryOf(filter, new Date()), limit: rowsAtOnce, ...(before !== null && { before }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => (next === null ? null : placeIn(next)),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Where the address of a next page goes on. */
function placeIn(next: string): string | null {
  return new URL(next, 'http://localhost').searchParams.get('before')
}

/** How much newer there is than what is shown; the log changes with everything that is done, so it is asked for. */
export function useFreshRows(filter: AuditFilter, newest: string | undefined) {
  const { call } = useApi()
  return useQuery({
    queryKey: auditKeys.fresh(filter, newest),
    queryFn: ({ signal }) =>
      call(
        listAudits,
        { query: { ...queryOf(filter, new Date()), limit: 1, after: newest ?? null } },
        { signal },
      ),
    enabled: newest !== undefined,
    refetchInterval: askAgainAfter,
    staleTime: askAgainAfter,
    meta: { quiet: true },
  })
}

export function useSeals() {
  useLive('jobs')
  const { call } = useApi()
  return useQuery({
    queryKey: auditKeys.seals,
    queryFn: ({ signal }) => call(readAuditSeals, {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.running ? 2000 : askAgainAfter),
    meta: { quiet: true },
  })
}

export function useVerify() {
  const { call } = useApi()
  const refresh = useRefreshSeals()
  return useMutation({ mutationFn: () => call(verifyAudits, {}), onSettled: refresh })
}

export function useCancelVerifying() {
  const { call } = useApi()
  const refresh = useRefreshSeals()
  return useMutation({
    mutationFn: ({ id }: NonNullable<AuditSealState['running']>) => call(cancelJob, { params: { id } }),
    onSettled: refresh,
  })
}

function useRefreshSeals() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: auditKeys.seals })
}

export function useExport() {
  const { call } = useApi()
  return useMutation({
    mutationFn: (filter: AuditFilter) => call(auditsDownloadUrl, { query: queryOf(filter, new Date()) }),
    onSuccess: ({ url, file_name }) => {
      followLink(url, file_name)
      void showToast(words.export.started)
    },
  })
}

const peopleAtOnce = 20

/** People to choose among, by what has been typed of their names. */
export function usePeople(search: string) {
  const { call } = useApi()
  return useQuery({
    queryKey: [...liveKeys.users, 'choice', search],
    queryFn: ({ signal }) =>
      call(listUsers, { query: { limit: peopleAtOnce, ...(search !== '' && { search }) } }, { signal }),
    placeholderData: keepPreviousData,
  })
}
