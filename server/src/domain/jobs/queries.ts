import type { RouteRequest } from '@cresyl/contract/api/route'
import type { JobKind } from '@cresyl/contract/operations/job-kinds'
import { jobLimits, type listJobs } from '@cresyl/contract/operations/jobs'
import { and, count, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { jobLogLines, jobs, servers, users } from '../../platform/db/schema/index.ts'
import { findRow, pickPerson, readTotal, rowLimit } from '../resource.ts'
import type { Member } from '../work.ts'
import { readableKinds, unknownJob } from './access.ts'
import type { ChildrenSummary, JobDetails, JobRow } from './view.ts'

export type JobQuery = RouteRequest<typeof listJobs>['query']

/** The newest first, which is the order of an index. */
export function selectJobs(tx: Tx, member: Member, query: JobQuery) {
  return withDetails(tx)
    .where(matching(member, query))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
}

export async function countJobs(tx: Tx, member: Member, query: JobQuery): Promise<number> {
  return readTotal(tx.select({ total: count() }).from(jobs).where(matching(member, query)))
}

export async function findJob(tx: Tx, id: string): Promise<JobDetails> {
  return findRow(withDetails(tx).where(eq(jobs.id, id)), unknownJob)
}

/** The lines that one reply carries, oldest first, and whether there are older ones. */
export async function selectNewestLines(tx: Tx, jobId: string) {
  const newest = await tx
    .select()
    .from(jobLogLines)
    .where(eq(jobLogLines.jobId, jobId))
    .orderBy(desc(jobLogLines.n))
    .limit(jobLimits.logLines + 1)
  const cut = newest.length > jobLimits.logLines
  return { lines: newest.slice(0, jobLimits.logLines).reverse(), cut }
}

/** Starting jobs of one organisation comes one after the other, so that no two find that none is running. */
export async function lockStarting(tx: Tx, organizationId: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('start a job ' || ${organizationId}, 0))`,
  )
}

/** Whether a job of one of the kinds waits or runs. */
export async function isAnyOpen(tx: Tx, kinds: readonly JobKind[]): Promise<boolean> {
  const { rows } = await tx.execute<{ open: boolean }>(sql`
    select exists (
      select from jobs
      where state in ('queued', 'running') and kind = any (${sql.param(kinds)}::text[])
    ) as open`)
  return rows[0]?.open === true
}

export async function findOpenJob(tx: Tx, kind: JobKind): Promise<JobDetails | undefined> {
  const [found] = await withDetails(tx)
    .where(and(eq(jobs.kind, kind), inArray(jobs.state, ['queued', 'running'])))
    .orderBy(desc(jobs.createdAt))
    .limit(1)
  return found
}

/** The job itself, or the children that it stands for, held until the transaction ends. */
export async function lockParts(tx: Tx, { id, isParent }: JobRow): Promise<JobRow[]> {
  const rows = await tx
    .select()
    .from(jobs)
    .where(isParent ? eq(jobs.parentId, id) : eq(jobs.id, id))
    .orderBy(jobs.id)
    .for('update')
  return rows as JobRow[]
}

/** Of the many that may have ended an index tells all; only the few that have not are looked at. */
const children = sql<ChildrenSummary | null>`case when ${jobs.isParent} then (
  select json_build_object(
    'total', coalesce(counted.total, 0),
    'queued', coalesce(counted.queued, 0),
    'running', coalesce(counted.running, 0),
    'succeeded', coalesce(counted.succeeded, 0),
    'failed', coalesce(counted.failed, 0),
    'cancelled', coalesce(counted.cancelled, 0),
    'progress', (coalesce(counted.ended, 0) + coalesce(open.begun, 0)) / nullif(counted.total, 0),
    'finishes_at', open.finishes_at
  ) from (
    select sum(child.weight) as total,
      sum(child.weight) filter (where child.state = 'queued') as queued,
      sum(child.weight) filter (where child.state = 'running') as running,
      sum(child.weight) filter (where child.state = 'succeeded') as succeeded,
      sum(child.weight) filter (where child.state = 'failed') as failed,
      sum(child.weight) filter (where child.state = 'cancelled') as cancelled,
      sum(child.weight) filter (where child.state not in ('queued', 'running')) as ended
    from jobs child where child.parent_id = ${jobs.id}
  ) as counted, (
    select sum(child.weight * coalesce(child.progress, 0)) as begun, max(child.finishes_at) as finishes_at
    from jobs child where child.parent_id = ${jobs.id} and child.state in ('queued', 'running')
  ) as open
) end`

/** Ids are different whatever they are of: one that is no slide's may be a file's. */
export const subjectName = sql<string | null>`coalesce(
  (select named.name from slides named where named.id = ${jobs.subjectId}),
  (select named.name from files named where named.id = ${jobs.subjectId})
)`

/** All versions of a predictor have its name. */
export const predictorName = sql<string | null>`case ${jobs.kind}
  when 'inference' then (
    select version.manifest ->> 'name' from inference_jobs run
    join predictor_versions version on version.id = run.predictor_version_id
    where run.organization_id = ${jobs.organizationId} and run.job_id = ${jobs.id}
    limit 1
  )
  when 'inference_batch' then (
    select version.manifest ->> 'name' from slide_batches batch
    join predictor_versions version on version.organization_id = batch.organization_id
      and version.predictor_id = (batch.action ->> 'predictor_id')::uuid
    where batch.organization_id = ${jobs.organizationId} and batch.id = ${jobs.id}
    limit 1
  )
end`

function withDetails(tx: Tx) {
  return tx
    .select({
      job: { ...getTableColumns(jobs), kind: sql<JobKind>`${jobs.kind}` },
      author: pickPerson(users),
      machine: servers.name,
      subjectName,
      predictorName,
      children,
    })
    .from(jobs)
    .leftJoin(users, eq(users.id, jobs.createdBy))
    .leftJoin(servers, eq(servers.id, jobs.serverId))
}

/** Only the kinds that the member may read, and children only where their parent is asked for. */
function matching(member: Member, query: JobQuery): SQL | undefined {
  const asked = query.kind ?? []
  const kinds = readableKinds(member).filter((kind) => asked.length === 0 || asked.includes(kind))
  return and(
    inArray(jobs.kind, kinds),
    query.parent_id === undefined ? isNull(jobs.parentId) : eq(jobs.parentId, query.parent_id),
    query.state && query.state.length > 0 ? inArray(jobs.state, query.state) : undefined,
    query.subject_id === undefined ? undefined : eq(jobs.subjectId, query.subject_id),
    query.mine ? eq(jobs.createdBy, member.userId) : undefined,
  )
}
