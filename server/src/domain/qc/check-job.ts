import { ApiError } from '@cresyl/contract/api/errors'
import { isolate } from '@cresyl/contract/api/isolate'
import { slideLink } from '@cresyl/contract/slides/slides'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { qcJobs, slides } from '../../platform/db/schema/index.ts'
import type { JobRules, JobSubject, Summary } from '../jobs/rules.ts'
import { tellTogether } from '../notifications/tell-together.ts'

/** Of the job that checks an image. */
export const checkRules: JobRules = {
  follow: followChecks,
  refuseRetry: refuseSecondCheck,
  describe: describeCheck,
  tell: (tx, end) => tellTogether(tx, 'checks', end),
}
/** Of the batch that stands for many. */
export const checkBatchRules: JobRules = { follow: followChecks, summarize: summarizeChecks }

/**
 * Checks stand as the jobs that run them do, in the transaction that changes those: the job's own, or of all that a
 * batch has. What a job found it writes itself. One that is tried again forgets what people decided before.
 */
export async function followChecks(tx: Tx, { id }: { id: string }): Promise<void> {
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

/** An image is checked once at a time. */
async function refuseSecondCheck(tx: Tx, jobIds: readonly string[]): Promise<void> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    select exists (
      select from qc_jobs own join qc_jobs other
        on other.organization_id = own.organization_id and other.image_id = own.image_id and other.id <> own.id
      where own.job_id = any (${sql.param(jobIds)}::uuid[]) and other.state in ('queued', 'running')
    ) as found`)
  if (rows[0]?.found !== true) return
  throw new ApiError('not_retryable', {
    detail: 'Another check of the same image is waiting or running. Wait for it, or cancel it first.',
  })
}

/** That it is not good enough its message says. */
const whatOf = (state: 'failed' | 'error') => (state === 'error' ? ' could not be checked' : '')

/** People know the slide, and want to hear of a scan that isn't good enough, however soon that was found out. */
async function describeCheck(tx: Tx, job: { id: string }): Promise<JobSubject | undefined> {
  const [found] = await tx
    .select({
      name: slides.name,
      slideId: slides.id,
      createdBy: qcJobs.createdBy,
      state: qcJobs.state,
      message: qcJobs.message,
    })
    .from(qcJobs)
    .innerJoin(slides, and(eq(slides.organizationId, qcJobs.organizationId), eq(slides.id, qcJobs.slideId)))
    .where(eq(qcJobs.jobId, job.id))
  if (found === undefined) return undefined
  const { name, slideId, createdBy, state, message } = found
  const isBad = state === 'failed' || state === 'error'
  return {
    label: `Check the quality of ${isolate(name)}`,
    link: slideLink(slideId),
    // Who sent a slide needs not hear that it was checked by itself and is well.
    waiting: isBad && createdBy !== null ? [createdBy] : [],
    ...(message !== '' && { message }),
    ...(isBad && { news: { kind: 'qc.failed', text: `${isolate(name)}${whatOf(state)}: ${message}` } }),
  }
}

/** People count slides by how good they are. */
async function summarizeChecks(tx: Tx, batchId: string): Promise<Summary> {
  const states = await countStates(tx, batchId)
  const message = sentenceOf(states, await countSkipped(tx, batchId))
  return { message, ...(states.has('failed') && { news: 'qc.failed' }) }
}

async function countStates(tx: Tx, batchId: string): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ state: string; total: number }>(sql`
    select q.state, count(*)::int as total
    from jobs j join qc_jobs q on q.organization_id = j.organization_id and q.job_id = j.id
    where j.parent_id = ${batchId} group by q.state`)
  return new Map(rows.map(({ state, total }) => [state, total]))
}

async function countSkipped(tx: Tx, batchId: string): Promise<number> {
  const { rows } = await tx.execute<{ total: number }>(sql`
    select coalesce(sum(jsonb_array_length(skipped)), 0)::int as total from slide_batch_chunks where batch_id = ${batchId}`)
  return rows[0]?.total ?? 0
}

/** In the order in which people want to know. */
const told = [
  ['passed', 'passed'],
  ['warned', 'with warnings'],
  ['failed', 'failed'],
  ['error', 'could not be checked'],
  ['cancelled', 'cancelled'],
] as const

function sentenceOf(states: ReadonlyMap<string, number>, skipped: number): string {
  const counts = told.flatMap(([state, word]) => (states.has(state) ? [`${states.get(state)} ${word}`] : []))
  const total = [...states.values()].reduce((sum, count) => sum + count, 0)
  const others = skipped > 0 ? [`${skipped} skipped`] : []
  return `${[`${total} ${total === 1 ? 'slide' : 'slides'}`, ...counts, ...others].join(', ')}.`
}
