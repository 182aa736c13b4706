import { listFiles } from '@cresyl/contract/files/files'
import { listInferenceJobs } from '@cresyl/contract/predictors/inference-jobs'
import { listQcJobs } from '@cresyl/contract/qc/qc-jobs'
import { listDownloads } from '@cresyl/contract/slides/downloads'
import { listSlides } from '@cresyl/contract/slides/slides'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Api } from '../../../lib/api/api.ts'
import { pageOf } from '../../../lib/api/paging.ts'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import type { ListKind, ListQuestion } from './list-of.ts'
import { type Listed, ofCheck, ofDownload, ofFile, ofRun, ofSlide } from './listed.ts'

interface ListPage {
  count: number
  rows: readonly Listed[]
}

const keys: Record<ListKind, readonly string[]> = {
  slides: liveKeys.slides,
  files: liveKeys.files,
  checks: liveKeys.qc_jobs,
  runs: liveKeys.inference_jobs,
  downloads: liveKeys.files,
}

async function fetchPage(
  call: Api['call'],
  question: ListQuestion,
  page: number,
  signal: AbortSignal,
): Promise<ListPage> {
  const paging = pageOf(page)
  const options = { signal }
  switch (question.kind) {
    case 'slides': {
      const { count, results } = await call(listSlides, { query: { ...question.query, ...paging } }, options)
      return { count, rows: results.map(ofSlide) }
    }
    case 'files': {
      const { count, results } = await call(listFiles, { query: { ...question.query, ...paging } }, options)
      return { count, rows: results.map(ofFile) }
    }
    case 'checks': {
      const { count, results } = await call(listQcJobs, { query: { ...question.query, ...paging } }, options)
      return { count, rows: results.map(ofCheck) }
    }
    case 'runs': {
      const { count, results } = await call(
        listInferenceJobs,
        { query: { ...question.query, ...paging } },
        options,
      )
      return { count, rows: results.map(ofRun) }
    }
    case 'downloads': {
      const { count, results } = await call(
        listDownloads,
        { query: { ...question.query, ...paging } },
        options,
      )
      return { count, rows: results.map(ofDownload) }
    }
  }
}

/** The rows behind a part of a chart, page by page. */
export function useListed(question: ListQuestion) {
  const { call } = useApi()
  return useInfiniteQuery({
    queryKey: [...keys[question.kind], 'report-list', question],
    queryFn: ({ pageParam, signal }) => fetchPage(call, question, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages) => {
      const known = pages.reduce((sum, { rows }) => sum + rows.length, 0)
      // An empty page ends it too: the list has become shorter meanwhile.
      return known < count && (pages.at(-1)?.rows.length ?? 0) > 0 ? pages.length : undefined
    },
    staleTime: 0,
    meta: { quiet: true },
  })
}
