import type { Analytics } from '@cresyl/contract/analytics'
import { type QcJob, qcJobStates, type qcResults, type qcStatesOverTime } from '@cresyl/contract/qc-jobs'
import { measureOf, type QcMeasureKey, qcMeasureKeys } from '@cresyl/contract/qc-measures'
import { type QcVerdict, qcVerdicts } from '@cresyl/contract/qc-verdict'
import type { RouteRequest } from '@cresyl/contract/route'
import { inArray, type SQL, sql } from 'drizzle-orm'
import { stainers } from '../../platform/db/schema/index.ts'
import { countOverTime, type Series } from '../analytics/over-time.ts'
import type { Work } from '../work.ts'

type ResultsQuery = RouteRequest<typeof qcResults>['query']
type StatesQuery = RouteRequest<typeof qcStatesOverTime>['query']

const verdictLabels: Record<QcVerdict, string> = { passed: 'Passed', warned: 'To look at', failed: 'Failed' }
const stateLabels: Record<QcJob['state'], string> = {
  ...verdictLabels,
  queued: 'Waiting',
  running: 'Being checked',
  error: 'Could not be checked',
  cancelled: 'Cancelled',
}

/** What checks found, by when they ended; those of slides that were deleted are left out. */
export async function countResults(work: Work, query: ResultsQuery): Promise<Analytics> {
  const { group_by: groupBy, project_id } = query
  const counted = ({ from, to }: { from: Date; to: Date }) => sql`
    select q.finished_at as at, ${keys[groupBy].key} as key
    from qc_jobs q join slides s on s.organization_id = q.organization_id and s.id = q.slide_id ${keys[groupBy].join}
    where q.finished_at >= ${from} and q.finished_at < ${to} and ${keys[groupBy].which} and ${isIn(project_id)}`
  const named: Record<ResultsQuery['group_by'], (found: readonly string[]) => Promise<Series[]> | Series[]> =
    {
      verdict: () => qcVerdicts.map((key) => ({ key, label: verdictLabels[key] })),
      measure: (found) => qcMeasureKeys.filter((key) => found.includes(key)).map(ofMeasure),
      stainer: (found) => ofStains(work, found),
    }
  return countOverTime(work, query, counted, named[groupBy])
}

/** Checks by the state they are in, by when they were asked for. */
export async function countStates(work: Work, query: StatesQuery): Promise<Analytics> {
  const counted = ({ from, to }: { from: Date; to: Date }) => sql`
    select q.created_at as at, q.state as key
    from qc_jobs q join slides s on s.organization_id = q.organization_id and s.id = q.slide_id
    where q.created_at >= ${from} and q.created_at < ${to} and ${isIn(query.project_id)}`
  return countOverTime(work, query, counted, () =>
    qcJobStates.map((key) => ({ key, label: stateLabels[key] })),
  )
}

const noStain = 'none'
const nothing = sql``

/** A check counts once in each series that it belongs to. */
const keys: Record<ResultsQuery['group_by'], { key: SQL; join: SQL; which: SQL }> = {
  verdict: { key: sql`q.state`, join: nothing, which: sql`q.state in ('passed', 'warned', 'failed')` },
  measure: {
    key: sql`m.key`,
    join: sql`join lateral (
      select distinct key from qc_measures
      where qc_measures.qc_job_id = q.id and qc_measures.verdict in ('warned', 'failed')
    ) m on true`,
    which: sql`q.state in ('warned', 'failed')`,
  },
  stainer: {
    key: sql`coalesce(s.stainer_id::text, ${noStain})`,
    join: nothing,
    which: sql`q.state in ('warned', 'failed')`,
  },
}

function isIn(projectIds: readonly string[] = []): SQL {
  return projectIds.length === 0 ? sql`true` : sql`s.project_id = any (${sql.param(projectIds)}::uuid[])`
}

function ofMeasure(key: QcMeasureKey): Series {
  return { key, label: measureOf(key).label }
}

async function ofStains({ tx }: Work, found: readonly string[]): Promise<Series[]> {
  const ids = found.filter((key) => key !== noStain)
  const named = await tx
    .select({ key: stainers.id, label: stainers.stainType })
    .from(stainers)
    .where(inArray(stainers.id, ids))
  const series = named.sort((a, b) => a.label.localeCompare(b.label))
  return found.includes(noStain) ? [...series, { key: noStain, label: 'No stain given' }] : series
}
