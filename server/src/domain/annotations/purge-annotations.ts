import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'

const annotationsAtOnce = 1000

/**
 * Removes for good what was deleted longer ago than its organisation keeps such things, with its history. Each
 * deletion is in the audit log; that a time has passed since adds nothing to it. Returns how many.
 */
export async function purgeAnnotations(context: Context): Promise<number> {
  for (let purged = 0; ; ) {
    const count = await purgeSome(context)
    purged += count
    if (count < annotationsAtOnce) return purged
  }
}

async function purgeSome({ database, clock }: Context): Promise<number> {
  return database.asSystem(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      delete from annotations where deleted_at is not null and (organization_id, id) in (
        select a.organization_id, a.id from annotations a
        join organization_settings s on s.organization_id = a.organization_id
        where a.deleted_at < ${clock.now()}::timestamptz - make_interval(days => s.retention_days)
        order by a.deleted_at limit ${annotationsAtOnce}
      )`)
    return rowCount ?? 0
  })
}
