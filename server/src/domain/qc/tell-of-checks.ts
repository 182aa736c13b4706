import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { jobs } from '../../platform/db/schema/index.ts'
import type { JobRow } from '../../platform/queue/job-row.ts'

interface ToldChecks<Job> {
  job: Job
  /** Slides that failed matter more than that the batch is done. */
  hasFailed: boolean
}

/** People count slides by how good they are: a batch that has ended says what was found. */
export async function tellOfChecks<Job extends Pick<JobRow, 'id' | 'kind' | 'message'>>(
  tx: Tx,
  job: Job,
): Promise<ToldChecks<Job>> {
  if (job.kind !== 'qc_batch') return { job, hasFailed: false }
  const states = await countStates(tx, job.id)
  const message = sentenceOf(states, await countSkipped(tx, job.id))
  await tx
    .update(jobs)
    .set({ message, version: sql`${jobs.version} + 1` })
    .where(eq(jobs.id, job.id))
  return { job: { ...job, message }, hasFailed: states.has('failed') }
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
