import type { LiveResource } from '@cresyl/contract/events'
import { listFiles } from '@cresyl/contract/files/files'
import type { Analytics } from '@cresyl/contract/reports/analytics'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useLive } from '../../lib/live/live-context.tsx'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { useApi } from '../../lib/session/session-context.tsx'
import { type Question, type SourceId, sourceIds, sources } from './model/sources.ts'

/** By whose changes figures change. */
const resources: Record<SourceId, LiveResource> = {
  uploads: 'files',
  uploadBytes: 'files',
  storage: 'slides',
  slides: 'slides',
  verdicts: 'qc_jobs',
  failing: 'qc_jobs',
  checks: 'qc_jobs',
  runs: 'inference_jobs',
  predictors: 'inference_jobs',
  durations: 'inference_jobs',
  success: 'inference_jobs',
  downloads: 'files',
  runDownloads: 'inference_jobs',
  verdictMedian: 'qc_jobs',
  verdictSlowest: 'qc_jobs',
  resultMedian: 'inference_jobs',
  overrides: 'qc_jobs',
}

/** What the server says to a question, as far as it has. */
export interface Reply {
  data: Analytics | undefined
  error: Error | null
  /** Of what was asked before: the answer is on its way. */
  isOld: boolean
  refetch: () => unknown
}

export type Replies = ReadonlyMap<SourceId, Reply>

/** Asks for all of them at once; what is on the screen stays until there is an answer. Changes are asked for quietly. */
export function useReplies(question: Question, which: (id: SourceId) => boolean): Replies {
  const { call } = useApi()
  const asked = sourceIds.filter(which)
  return useQueries({
    queries: asked.map((id) => ({
      queryKey: [...liveKeys[resources[id]], 'report', id, keyOf(id, question)] as const,
      queryFn: ({ signal }: { signal: AbortSignal }) => sources[id](call, question, signal),
      placeholderData: keepPreviousData<Analytics>,
      staleTime: 0,
      meta: { quiet: true },
    })),
    combine: (results): Replies =>
      new Map(
        results.map(({ data, error, isPlaceholderData, refetch }, at) => [
          asked[at] as SourceId,
          { data, error, isOld: isPlaceholderData, refetch },
        ]),
      ),
  })
}

/** Only what makes another answer. */
function keyOf(id: SourceId, { slidesBy, ...question }: Question) {
  return id === 'slides' ? { ...question, slidesBy } : question
}

export function useLiveReport(): void {
  useLive('files', 'unhurried')
  useLive('slides', 'unhurried')
  useLive('qc_jobs', 'unhurried')
  useLive('inference_jobs', 'unhurried')
}

/** Whether the organisation has ever had a file; undefined until it is known. */
export function useHasFiles(enabled: boolean) {
  const { call } = useApi()
  return useQuery({
    queryKey: [...liveKeys.files, 'report', 'any'],
    queryFn: async ({ signal }) => (await call(listFiles, { query: { limit: 1 } }, { signal })).count > 0,
    enabled,
    meta: { quiet: true },
  })
}
