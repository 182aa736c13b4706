import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { requestCancel } from '../../platform/queue/cancel.ts'
import { failReading } from '../files/reading.ts'
import { followChecks } from '../qc/check-job.ts'

/** Cancels what still makes slides of the demo, reads or checks them. Returns how many of those jobs have not ended yet. */
export async function stopMaking(tx: Tx, organizationId: string, userId: string | null): Promise<number> {
  const { rows } = await tx.execute<{ id: string; asked: boolean }>(sql`
    select j.id, j.cancel_requested_at is not null as asked from jobs j
    where j.organization_id = ${organizationId} and j.state in ('queued', 'running') and (
      j.kind = 'make_demo'
      or j.kind = 'ingest' and j.subject_id in (
        select subject_id from demo_parts where organization_id = ${organizationId} and kind = 'file'
      )
      or j.kind = 'qc' and j.subject_id in (
        select s.id from slides s join demo_parts p on p.organization_id = s.organization_id and p.subject_id = s.file_id
        where p.organization_id = ${organizationId} and p.kind = 'file'
      )
    )`)
  let running = 0
  for (const { id, asked } of rows) {
    const outcome = asked ? 'requested' : await requestCancel(tx, id, userId)
    await followChecks(tx, { id })
    if (outcome === 'cancelled') await failReading(tx, { id }, '')
    if (outcome === 'requested') running++
  }
  return running
}
