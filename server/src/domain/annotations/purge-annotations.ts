import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { recordAudits } from '../audit/record.ts'

const annotationsAtOnce = 1000

/**
 * Removes for good what was deleted longer ago than its organisation keeps such things, with its history. The audit log
 * is told image by image: what was promoted by the hundred thousand would fill it otherwise. Returns how many.
 */
export async function purgeAnnotations(context: Context): Promise<number> {
  for (let purged = 0; ; ) {
    const count = await purgeSome(context)
    purged += count
    if (count < annotationsAtOnce) return purged
  }
}

type Purged = { organization_id: string; slide_id: string; image_id: string; ids: string[] }

async function purgeSome({ database, clock }: Context): Promise<number> {
  const now = clock.now()
  return database.asSystem(async (tx) => {
    const { rows } = await tx.execute<Purged>(sql`
      with purged as (
        delete from annotations where deleted_at is not null and (organization_id, id) in (
          select a.organization_id, a.id from annotations a
          join organization_settings s on s.organization_id = a.organization_id
          where a.deleted_at < ${now}::timestamptz - make_interval(days => s.retention_days)
          order by a.deleted_at limit ${annotationsAtOnce}
        ) returning organization_id, slide_id, image_id, id
      )
      select organization_id, slide_id, image_id, array_agg(id::text order by id) as ids
      from purged group by 1, 2, 3 order by 1, 2, 3`)
    await recordAudits(
      tx,
      rows.map(({ organization_id: organizationId, slide_id, image_id: subjectId, ids: annotations }) => ({
        organizationId,
        subjectId,
        event: 'annotations.purged',
        occurredAt: now,
        details: { slide_id, annotations },
      })),
    )
    return rows.reduce((sum, { ids }) => sum + ids.length, 0)
  })
}
