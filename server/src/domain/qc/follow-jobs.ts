import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'

/**
 * Checks stand as the jobs that run them do, in the transaction that changes those: the job's own, or of all that a
 * batch has. What a job found it writes itself. One that is tried again forgets what people decided before.
 */
export async function followJobs(tx: Tx, { id }: { id: string }): Promise<void> {
  // The slides show it, too: they are locked before their checks, and all in one order.
  await tx.execute(sql`
    select from slides where id in (
      select q.slide_id from qc_jobs q join jobs j on j.organization_id = q.organization_id and j.id = q.job_id
      where (j.id = ${id} or j.parent_id = ${id}) and j.kind = 'qc'
    ) order by id for update`)
  await tx.execute(sql`
    update qc_jobs q set state = j.qc_state, message = coalesce(j.message, ''), finished_at = j.finished_at,
      overridden = q.overridden and j.finished_at is not null,
      override_reason = case when j.finished_at is not null then q.override_reason end,
      overridden_by = case when j.finished_at is not null then q.overridden_by end,
      overridden_at = case when j.finished_at is not null then q.overridden_at end,
      updated_at = now(), version = q.version + 1
    from (
      select id, organization_id, message, finished_at,
        case state when 'failed' then 'error' when 'succeeded' then null else state end as qc_state
      from jobs where (id = ${id} or parent_id = ${id}) and kind = 'qc'
    ) j
    where q.organization_id = j.organization_id and q.job_id = j.id and q.state <> j.qc_state`)
}

/** Whether another check of one of the images is under way: an image is checked once at a time. */
export async function isCheckedOtherwise(tx: Tx, jobIds: readonly string[]): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    select exists (
      select from qc_jobs own join qc_jobs other
        on other.organization_id = own.organization_id and other.image_id = own.image_id and other.id <> own.id
      where own.job_id = any (${sql.param(jobIds)}::uuid[]) and other.state in ('queued', 'running')
    ) as found`)
  return rows[0]?.found === true
}
