import { filesOverTime } from '@cresyl/contract/files/files'
import { inferenceDownloads, inferenceOverTime } from '@cresyl/contract/predictors/inference-jobs'
import { qcResults, qcStatesOverTime } from '@cresyl/contract/qc/qc-jobs'
import type { Analytics, Interval } from '@cresyl/contract/reports/analytics'
import { slidesOverTime } from '@cresyl/contract/slides/slides'
import type { Api } from '../../../lib/api/api.ts'
import type { Filters, SlideGroup } from './filters.ts'

/** What is asked of the server: a period divided by intervals, and of what. The last day is not included. */
export interface Question {
  from: string
  to: string
  interval: Interval
  filters: Filters
  slidesBy: SlideGroup
}

type Ask = (call: Api['call'], question: Question, signal: AbortSignal) => Promise<Analytics>

function common({ from, to, interval, filters }: Question) {
  return {
    from,
    to,
    interval,
    project_id: [...filters.project],
    tissue_id: [...filters.tissue],
    stainer_id: [...filters.stain],
    member_id: [...filters.member],
  }
}

function ofRuns(question: Question) {
  return { ...common(question), predictor_id: [...question.filters.predictor] }
}

const askFiles =
  (what: { measure: 'uploads' | 'upload_bytes' | 'downloads'; group_by: 'none' | 'kind' | 'state' }): Ask =>
  (call, question, signal) =>
    call(filesOverTime, { query: { ...common(question), ...what } }, { signal })

const askResults =
  (what: {
    measure: 'count' | 'overrides' | 'turnaround_median' | 'turnaround_p90'
    group_by: 'verdict' | 'measure' | 'member' | 'none'
  }): Ask =>
  (call, question, signal) =>
    call(qcResults, { query: { ...common(question), ...what } }, { signal })

const askRuns =
  (what: {
    measure: 'count' | 'duration_median' | 'success_rate' | 'turnaround_median'
    group_by: 'state' | 'predictor' | 'none'
  }): Ask =>
  (call, question, signal) =>
    call(inferenceOverTime, { query: { ...ofRuns(question), ...what } }, { signal })

/** Everything a report is made of, each one question to the server. */
export const sources = {
  uploads: askFiles({ measure: 'uploads', group_by: 'state' }),
  uploadBytes: askFiles({ measure: 'upload_bytes', group_by: 'none' }),
  storage: (call, question, signal) =>
    call(
      slidesOverTime,
      { query: { ...common(question), measure: 'storage', group_by: 'none' } },
      { signal },
    ),
  slides: (call, question, signal) =>
    call(
      slidesOverTime,
      { query: { ...common(question), measure: 'count', group_by: question.slidesBy } },
      { signal },
    ),
  verdicts: askResults({ measure: 'count', group_by: 'verdict' }),
  failing: askResults({ measure: 'count', group_by: 'measure' }),
  checks: (call, question, signal) =>
    call(
      qcStatesOverTime,
      { query: { ...common(question), measure: 'count', group_by: 'state' } },
      { signal },
    ),
  runs: askRuns({ measure: 'count', group_by: 'state' }),
  predictors: askRuns({ measure: 'count', group_by: 'predictor' }),
  durations: askRuns({ measure: 'duration_median', group_by: 'predictor' }),
  success: askRuns({ measure: 'success_rate', group_by: 'predictor' }),
  downloads: askFiles({ measure: 'downloads', group_by: 'kind' }),
  runDownloads: (call, question, signal) =>
    call(
      inferenceDownloads,
      { query: { ...ofRuns(question), measure: 'count', group_by: 'predictor' } },
      { signal },
    ),
  verdictMedian: askResults({ measure: 'turnaround_median', group_by: 'none' }),
  verdictSlowest: askResults({ measure: 'turnaround_p90', group_by: 'none' }),
  resultMedian: askRuns({ measure: 'turnaround_median', group_by: 'none' }),
  overrides: askResults({ measure: 'overrides', group_by: 'member' }),
} satisfies Record<string, Ask>

export type SourceId = keyof typeof sources
export const sourceIds = Object.keys(sources) as readonly SourceId[]
