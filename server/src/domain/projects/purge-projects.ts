import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { recordAudit } from '../audit/record.ts'

const projectsAtOnce = 500

/** Removes for good what was deleted longer ago than its organisation keeps such things. Returns how many. */
export async function purgeProjects(context: Context): Promise<number> {
  for (let purged = 0; ; ) {
    const count = await purgeSome(context)
    purged += count
    if (count < projectsAtOnce) return purged
  }
}

async function purgeSome({ database, clock }: Context): Promise<number> {
  const now = clock.now()
  return database.asSystem(async (tx) => {
    const { rows } = await tx.execute<{ id: string; organization_id: string; deleted_at: string }>(sql`
      delete from projects where deleted_at is not null and id in (
        select p.id from projects p
        join organization_settings s on s.organization_id = p.organization_id
        where p.deleted_at < ${now}::timestamptz - make_interval(days => s.retention_days)
        order by p.deleted_at limit ${projectsAtOnce}
      )
      returning id, organization_id, to_char(deleted_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as deleted_at`)
    for (const { id, organization_id: organizationId, deleted_at } of rows) {
      await recordAudit(tx, {
        organizationId,
        event: 'project.purged',
        subjectId: id,
        details: { deleted_at },
        occurredAt: now,
      })
    }
    return rows.length
  })
}
