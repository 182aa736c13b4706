import type { JobKind } from '@cresyl/contract/operations/job-kinds'
import { type SQL, sql } from 'drizzle-orm'
import { attentionSeen } from '../../platform/db/schema/index.ts'
import { mayDo } from '../access.ts'
import { readableKinds } from '../jobs/access.ts'
import { predictorName, subjectName } from '../jobs/queries.ts'
import type { Person } from '../resource.ts'
import type { Work } from '../work.ts'

/** A file or a job that failed, or a slide whose quality did. */
export type Fault = {
  id: string
  name: string
  message: string
  at: Date
  by: Person | null
} & ({ kind: 'upload_failed' | 'file_unreadable' | 'qc_failed' } | FailedJob)

interface FailedJob {
  kind: 'job_failed'
  job: JobKind
  /** The predictor that it ran, and what it was about. */
  predictor: string | null
  subject: string | null
}

const attentionDays = 30
const day = 24 * 3_600_000

/** Since the person last said that they have seen everything, but not longer ago than anyone would still look. */
export async function sinceWhen({ tx, member, now }: Work): Promise<Date> {
  const oldest = new Date(now.getTime() - attentionDays * day)
  const { rows } = await tx.execute<{ since: Date | string | null }>(sql`
    select greatest(${oldest}::timestamptz, (
      select seen_at from attention_seen
      where organization_id = ${member.organizationId} and user_id = ${member.userId}
    )) as since`)
  return new Date(rows[0]?.since ?? oldest)
}

export async function selectFaults(work: Work, since: Date, limit: number): Promise<Fault[]> {
  const { rows } = await work.tx.execute<{
    kind: Fault['kind']
    id: string
    name: string
    predictor: string | null
    subject: string | null
    message: string
    at: Date | string
    by: Fault['by']
  }>(sql`
    select fault.kind, fault.id, fault.name, fault.predictor, fault.subject, fault.message, fault.at,
      case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'picture', u.picture) end as by
    from (${faults(work, since)}) as fault left join users u on u.id = fault.created_by
    order by fault.at desc, fault.id limit ${limit}`)
  return rows.map(({ kind, name, at, predictor, subject, ...rest }) => {
    const fault = { ...rest, name, at: new Date(at) }
    return kind === 'job_failed'
      ? { ...fault, kind, job: name as JobKind, predictor, subject }
      : { ...fault, kind }
  })
}

export async function countFaults(work: Work, since: Date): Promise<number> {
  const { rows } = await work.tx.execute<{ total: string }>(
    sql`select count(*) as total from (${faults(work, since)}) as fault`,
  )
  return Number(rows[0]?.total ?? 0)
}

function faults(work: Work, since: Date): SQL {
  const { member } = work
  // What these were about says it itself.
  const kinds = readableKinds(member).filter((kind) => kind !== 'ingest' && kind !== 'qc')
  const failedJobs = sql`
    select 'job_failed' as kind, id, kind as name, ${predictorName} as predictor, ${subjectName} as subject,
      coalesce(message, '') as message, finished_at as at, created_by
    from jobs
    where organization_id = ${member.organizationId} and state = 'failed' and parent_id is null
      and finished_at > ${since} and kind = any (${sql.param(kinds)}::text[])`
  return sql.join(
    [
      ...(mayDo(member, 'read:files') ? [failedFiles(work, since)] : []),
      ...(mayDo(member, 'read:qc_jobs') ? [failedChecks(work, since)] : []),
      failedJobs,
    ],
    sql` union all `,
  )
}

/** Of slides whose newest check it is, and that nobody has decided about. */
function failedChecks({ member }: Work, since: Date): SQL {
  return sql`
    select 'qc_failed' as kind, s.id, s.name, null as predictor, null as subject, q.message, q.finished_at as at, q.created_by
    from qc_jobs q join slides s on s.organization_id = q.organization_id and s.qc_job_id = q.id
    where q.organization_id = ${member.organizationId} and q.state in ('failed', 'error') and not q.overridden
      and q.finished_at > ${since} and s.deleted_at is null`
}

/** Who has sent the file again since, and it could be read, needs no reminding. */
function failedFiles({ member }: Work, since: Date): SQL {
  return sql`
    select case f.state when 'failed' then 'upload_failed' else 'file_unreadable' end as kind, f.id, f.name,
      null as predictor, null as subject,
      case f.state when 'failed' then f.state_message else f.reading_message end as message, f.updated_at as at,
      f.created_by
    from files f
    where f.organization_id = ${member.organizationId} and (f.state = 'failed' or f.reading_state = 'failed')
      and f.updated_at > ${since}
      and not exists (
        select from files again
        where again.organization_id = f.organization_id and again.search_key = f.search_key
          and again.created_by is not distinct from f.created_by and again.created_at > f.created_at
          and again.state = 'stored' and (f.state = 'failed' or again.reading_state <> 'failed')
      )`
}

/** What needed attention until then is not told again; what came meanwhile is. Never later than now. */
export async function seeAttention({ tx, member, now }: Work, until: Date): Promise<void> {
  const { organizationId, userId } = member
  const seenAt = until < now ? until : now
  await tx
    .insert(attentionSeen)
    .values({ organizationId, userId, seenAt })
    .onConflictDoUpdate({
      target: [attentionSeen.organizationId, attentionSeen.userId],
      set: { seenAt: sql`greatest(${attentionSeen.seenAt}, excluded.seen_at)` },
    })
}
