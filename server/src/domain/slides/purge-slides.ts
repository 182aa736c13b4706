import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { recordAudit } from '../audit/record.ts'

const slidesAtOnce = 100

/**
 * Removes for good the slides that were deleted longer ago than their organisation keeps such things, with their
 * images and files. What they have in storage goes afterwards (remove-left-objects.ts); a file that was imported is
 * never touched where it lies. Returns how many.
 */
export async function purgeSlides(context: Context): Promise<number> {
  for (let purged = 0; ; ) {
    const count = await purgeSome(context)
    purged += count
    if (count < slidesAtOnce) return purged
  }
}

async function purgeSome({ database, clock }: Context): Promise<number> {
  const now = clock.now()
  return database.asSystem(async (tx) => {
    const doomed = await lockDoomed(tx, now)
    if (doomed.length > 0) await purge(tx, doomed, { now })
    return doomed.length
  })
}

/** Those of one organisation that were deleted by a time, because somebody said so; returns how many. */
export async function purgeSlidesOf({ database }: Context, asked: AskedPurge): Promise<number> {
  const { organizationId, before, ...purger } = asked
  for (let purged = 0; ; ) {
    const count = await database.asSystem(async (tx) => {
      const { rows } = await tx.execute<Doomed>(sql`
        select id, file_id, organization_id,
          to_char(deleted_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as deleted_at
        from slides where organization_id = ${organizationId} and deleted_at <= ${before}
        order by deleted_at limit ${slidesAtOnce} for update`)
      if (rows.length > 0) await purge(tx, rows, purger)
      return rows.length
    })
    purged += count
    if (count < slidesAtOnce) return purged
  }
}

export interface AskedPurge extends Purger {
  organizationId: string
  before: Date
}

type Doomed = { id: string; file_id: string; organization_id: string; deleted_at: string | null }

export interface Purger {
  now: Date
  userId?: string
}

/** The slide of a file, for good and at once, with the file and its images; in a transaction of the platform. */
export async function purgeSlideOf(
  tx: Tx,
  file: { id: string; organizationId: string },
  purger: Purger,
): Promise<void> {
  const { rows } = await tx.execute<Doomed>(sql`
    select id, file_id, organization_id, null as deleted_at from slides
    where organization_id = ${file.organizationId} and file_id = ${file.id} for update`)
  await purge(tx, rows, purger)
}

async function purge(tx: Tx, doomed: Doomed[], { now, userId }: Purger): Promise<void> {
  await removeRows(tx, doomed)
  for (const { id, organization_id: organizationId, deleted_at, file_id } of doomed) {
    await recordAudit(tx, {
      organizationId,
      event: 'slide.purged',
      subjectId: id,
      details: { ...(deleted_at !== null && { deleted_at }), file_id },
      occurredAt: now,
      ...(userId !== undefined && { userId }),
    })
  }
}

async function lockDoomed(tx: Tx, now: Date): Promise<Doomed[]> {
  const { rows } = await tx.execute<Doomed>(sql`
    select s.id, s.file_id, s.organization_id,
      to_char(s.deleted_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as deleted_at
    from slides s join organization_settings o on o.organization_id = s.organization_id
    where s.deleted_at < ${now}::timestamptz - make_interval(days => o.retention_days)
    order by s.deleted_at limit ${slidesAtOnce}
    for update of s`)
  return rows
}

async function removeRows(tx: Tx, doomed: Doomed[]): Promise<void> {
  const slideIds = sql.param(doomed.map(({ id }) => id))
  const fileIds = sql.param(doomed.map(({ file_id }) => file_id))
  // With the organisation, which every index of images begins with.
  const organizationIds = sql.param(doomed.map(({ organization_id }) => organization_id))
  for (const [column, ids] of [
    ['slide_id', slideIds],
    ['file_id', fileIds],
  ] as const) {
    await tx.execute(sql`
      delete from images using unnest(${organizationIds}::uuid[], ${ids}::uuid[]) as doomed (organization_id, id)
      where images.organization_id = doomed.organization_id and images.${sql.identifier(column)} = doomed.id`)
  }
  await tx.execute(sql`delete from slides where id = any (${slideIds}::uuid[])`)
  await tx.execute(sql`delete from files where id = any (${fileIds}::uuid[]) and origin = 'upload'`)
  // What lies in a watched folder stays known as one that is not to be read, or it would come back as a new slide.
  await tx.execute(sql`
    update files set reading_state = 'none', reading_message = '', job_id = null, hash = null, header_path = null,
      copy_path = null, copy_size = null, copy_job_id = null, copy_refusal = null, copy_askers = '{}',
      project_id = null, tissue_id = null, stainer_id = null,
      updated_at = now(), version = version + 1
    where id = any (${fileIds}::uuid[])`)
}
