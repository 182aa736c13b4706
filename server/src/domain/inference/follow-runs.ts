import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'

/**
 * Runs stand as the jobs that carry them out do, in the transaction that changes those: the job's own, or of all that a
 * batch has. What a job made it writes itself.
 */
export async function followRuns(tx: Tx, { id }: { id: string }): Promise<void> {
  await tx.execute(sql`
    update inference_jobs r set state = j.state, message = coalesce(j.message, ''), finished_at = j.finished_at,
      updated_at = now(), version = r.version + 1
    from (
      select id, organization_id, state, message, finished_at
      from jobs where (id = ${id} or parent_id = ${id}) and kind = 'inference'
    ) j
    where r.organization_id = j.organization_id and r.job_id = j.id and r.state <> j.state and j.state <> 'succeeded'`)
}
