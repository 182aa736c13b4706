import type { Route, RouteRequest } from '@cresyl/contract/api/route'
import type { filesOverTime } from '@cresyl/contract/files/files'
import type { inferenceDownloads, inferenceOverTime } from '@cresyl/contract/predictors/inference-jobs'
import type { qcResults, qcStatesOverTime } from '@cresyl/contract/qc/qc-jobs'
import type { slidesOverTime } from '@cresyl/contract/slides/slides'
import { type SQL, sql } from 'drizzle-orm'
import { checks, downloads, files, runs, type Source, slides } from './sources.ts'

/** How the rows of an interval become a value. `running`: of all rows up to its end. A number: that percentile. */
export type Way = 'count' | 'sum' | 'running' | 'mean' | number

/** Something that can be counted over time. */
export interface Counted {
  source: Source
  /** When a row counts. */
  at: SQL
  /** Which rows do. */
  which?: SQL
  unit: 'count' | 'bytes' | 'seconds' | 'share'
  way: Way
  /** What each row brings; nothing where rows are only counted. */
  of?: SQL
  /** Whose it is, where that is somebody else than of the source. */
  member?: SQL
  /** Under which name the rows of each month are kept added up. */
  kept: string
}

type MeasureOf<R extends Route> = RouteRequest<R>['query'] extends { measure: infer M extends string }
  ? M
  : never
type CountedBy<R extends Route> = Record<MeasureOf<R>, Counted>

const median = 0.5
const p90 = 0.9

const judged = sql`q.state in ('passed', 'warned', 'failed')`
const firstVerdicts = {
  source: checks,
  at: sql`q.finished_at`,
  which: sql`q.turnaround is not null`,
  kept: 'first verdicts',
}
const firstResults = {
  source: runs,
  at: sql`r.finished_at`,
  which: sql`r.turnaround is not null`,
  kept: 'first results',
}
const succeeded = {
  source: runs,
  at: sql`r.finished_at`,
  which: sql`r.state = 'succeeded' and r.started_at is not null`,
  kept: 'durations',
}
// Not by extract, which reckons in decimal digits.
const took = sql`date_part('epoch', r.finished_at - r.started_at)`
const added = { source: slides, at: sql`s.created_at`, kept: 'slides' }
const handedOut = { source: downloads, at: sql`d.created_at`, kept: 'downloads' }
const ofRuns = { ...handedOut, which: sql`d.inference_job_id is not null`, kept: 'downloads of runs' }
const sent = { source: files, at: sql`f.created_at`, kept: 'uploads' }
const stored = { ...sent, which: sql`f.state = 'stored'`, kept: 'stored uploads' }

/** Everything that reports count, by route and measure: the lists that they lead to choose the same rows. */
export const counted = {
  slides: {
    count: { ...added, unit: 'count', way: 'count' },
    bytes: { ...added, unit: 'bytes', way: 'sum', of: sql`s.size` },
    storage: { ...added, unit: 'bytes', way: 'running', of: sql`s.size` },
  } satisfies CountedBy<typeof slidesOverTime>,
  files: {
    downloads: { ...handedOut, unit: 'count', way: 'count' },
    download_bytes: { ...handedOut, unit: 'bytes', way: 'sum', of: sql`d.bytes` },
    uploads: { ...sent, unit: 'count', way: 'count' },
    upload_bytes: { ...stored, unit: 'bytes', way: 'sum', of: sql`f.size` },
  } satisfies CountedBy<typeof filesOverTime>,
  qcResults: {
    count: {
      source: checks,
      at: sql`q.finished_at`,
      which: judged,
      kept: 'verdicts',
      unit: 'count',
      way: 'count',
    },
    overrides: {
      source: checks,
      at: sql`q.overridden_at`,
      which: sql`q.overridden`,
      member: sql`q.overridden_by`,
      unit: 'count',
      way: 'count',
      kept: 'overrides',
    },
    turnaround_median: { ...firstVerdicts, unit: 'seconds', way: median, of: sql`q.turnaround` },
    turnaround_p90: { ...firstVerdicts, unit: 'seconds', way: p90, of: sql`q.turnaround` },
  } satisfies CountedBy<typeof qcResults>,
  qcStates: {
    count: { source: checks, at: sql`q.created_at`, unit: 'count', way: 'count', kept: 'checks' },
  } satisfies CountedBy<typeof qcStatesOverTime>,
  inference: {
    count: { source: runs, at: sql`r.created_at`, unit: 'count', way: 'count', kept: 'runs' },
    duration_median: { ...succeeded, unit: 'seconds', way: median, of: took },
    duration_p90: { ...succeeded, unit: 'seconds', way: p90, of: took },
    success_rate: {
      source: runs,
      at: sql`r.finished_at`,
      which: sql`r.state in ('succeeded', 'failed')`,
      unit: 'share',
      way: 'mean',
      of: sql`(r.state = 'succeeded')::int`,
      kept: 'finished runs',
    },
    turnaround_median: { ...firstResults, unit: 'seconds', way: median, of: sql`r.turnaround` },
    turnaround_p90: { ...firstResults, unit: 'seconds', way: p90, of: sql`r.turnaround` },
  } satisfies CountedBy<typeof inferenceOverTime>,
  inferenceDownloads: {
    count: { ...ofRuns, unit: 'count', way: 'count' },
    bytes: { ...ofRuns, unit: 'bytes', way: 'sum', of: sql`d.bytes` },
  } satisfies CountedBy<typeof inferenceDownloads>,
}
