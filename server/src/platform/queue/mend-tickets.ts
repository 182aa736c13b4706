import { sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'

const mendLock = 6_020_181

/**
 * Jobs that wait without a ticket, as after a backup was restored, get one. By one worker at a time: it looks at
 * all that wait.
 */
export async function mendTickets(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select j.id, send_job(j.id) from jobs j
    where pg_try_advisory_xact_lock(${mendLock}) and j.state = 'queued' and not j.is_parent
      and not exists (
        select from pgboss.job_common t where t.name = job_queue(j.organization_id, j.labels) and t.id = j.id
      )
    limit 1000`)
  return rows.length
}
