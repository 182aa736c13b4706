import type { Analytics } from '@cresyl/contract/analytics'
import type { inferenceDownloads, inferenceOverTime } from '@cresyl/contract/inference-jobs'
import { type JobState, jobStates } from '@cresyl/contract/jobs'
import type { RouteRequest } from '@cresyl/contract/route'
import { type SQL, sql } from 'drizzle-orm'
import { countOverTime, type Series } from '../analytics/over-time.ts'
import { builtIn } from '../predictors/built-in.ts'
import type { Work } from '../work.ts'

type RunsQuery = RouteRequest<typeof inferenceOverTime>['query']
type DownloadsQuery = RouteRequest<typeof inferenceDownloads>['query']

const stateLabels: Record<JobState, string> = {
  queued: 'Waiting',
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

/** Runs by when they were asked for; those of slides that were deleted are left out. */
export async function countRuns(work: Work, query: RunsQuery): Promise<Analytics> {
  const byState = query.group_by === 'state'
  const counted = ({ from, to }: { from: Date; to: Date }) => sql`
    select r.created_at as at, ${byState ? sql`r.state` : sql`p.key`} as key
    from inference_jobs r join slides s on s.organization_id = r.organization_id and s.id = r.slide_id
    join predictors p on p.organization_id = r.organization_id and p.id = r.predictor_id
    where r.created_at >= ${from} and r.created_at < ${to} and ${isIn(query.project_id)}`
  return countOverTime(work, query, counted, (found) =>
    byState ? jobStates.map((key) => ({ key, label: stateLabels[key] })) : seriesOf(found),
  )
}

/** What was handed out of runs, by predictor. */
export async function countDownloads(work: Work, query: DownloadsQuery): Promise<Analytics> {
  const counted = ({ from, to }: { from: Date; to: Date }) => sql`
    select d.created_at as at, p.key as key
    from downloads d join inference_jobs r on r.organization_id = d.organization_id and r.id = d.inference_job_id
    join slides s on s.organization_id = r.organization_id and s.id = r.slide_id
    join predictors p on p.organization_id = r.organization_id and p.id = r.predictor_id
    where d.created_at >= ${from} and d.created_at < ${to} and ${isIn(query.project_id)}`
  return countOverTime(work, query, counted, seriesOf)
}

function seriesOf(found: readonly string[]): Series[] {
  const nameOf = (key: string) => builtIn().get(key)?.predictor.manifest.name ?? key
  return found.map((key) => ({ key, label: nameOf(key) })).sort((a, b) => a.label.localeCompare(b.label))
}

function isIn(projectIds: readonly string[] = []): SQL {
  return projectIds.length === 0 ? sql`true` : sql`s.project_id = any (${sql.param(projectIds)}::uuid[])`
}
