import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { recordAudit } from '../audit/record.ts'

interface Asked {
  organizationId: string
  before: Date
  now: Date
  userId?: string
}

const filesAtOnce = 100

/** Forgets uploaded files that could not be read and have no slide; their bytes go afterwards. Returns how many. */
export async function purgeUnreadableOf({ database }: Context, asked: Asked): Promise<number> {
  const { organizationId, before, now, userId } = asked
  for (let purged = 0; ; ) {
    const count = await database.asSystem(async (tx) => {
      const { rows } = await tx.execute<{ id: string; name: string }>(sql`
        select f.id, f.name from files f
        where f.organization_id = ${organizationId} and f.origin = 'upload' and f.state = 'stored'
          and f.reading_state = 'failed' and f.updated_at <= ${before}
          and not exists (select from slides s where s.organization_id = f.organization_id and s.file_id = f.id)
        order by f.id limit ${filesAtOnce} for update of f`)
      const ids = sql.param(rows.map(({ id }) => id))
      await tx.execute(sql`
        delete from images where organization_id = ${organizationId} and file_id = any (${ids}::uuid[])`)
      await tx.execute(sql`delete from files where id = any (${ids}::uuid[])`)
      for (const { id, name } of rows) {
        await recordAudit(tx, {
          organizationId,
          event: 'file.purged',
          subjectId: id,
          details: { name },
          occurredAt: now,
          ...(userId !== undefined && { userId }),
        })
      }
      return rows.length
    })
    purged += count
    if (count < filesAtOnce) return purged
  }
}
