import { ApiError } from '@cresyl/contract/api/errors'
import { exportLimits } from '@cresyl/contract/api/limits'
import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { exports } from '../../platform/db/schema/index.ts'
import { requestCancel } from '../../platform/queue/cancel.ts'
import type { ObjectKey } from '../../platform/storage/storage.ts'
import { mayDo } from '../access.ts'
import { recordAudit } from '../audit/record.ts'
import type { AuditedWork } from '../work.ts'
import { lockExport } from './queries.ts'

/** Forgets an export and stops making it. Returns what it has in storage, which is then to be removed. */
export async function deleteExport(work: AuditedWork, id: string): Promise<ObjectKey | undefined> {
  const { tx, member } = work
  const { made } = await lockExport(work, id)
  if (made.createdBy !== member.userId && !mayDo(member, 'delete:images')) {
    throw new ApiError('forbidden', {
      detail: 'You do not have permission to delete exports of others. Ask them, or an administrator.',
    })
  }
  if (made.jobId !== null) await requestCancel(tx, made.jobId, member.userId)
  await tx.delete(exports).where(eq(exports.id, id))
  work.record({ id, details: { image_id: made.imageId } })
  return made.path === null ? undefined : { organizationId: made.organizationId, path: made.path }
}

const exportsAtOnce = 100
const day = 24 * 3_600_000

/**
 * Forgets exports that were kept long enough and those that nobody makes any more. What they have in storage goes
 * afterwards (slides/remove-left-objects.ts). Returns how many.
 */
export async function removeOldExports({ database, clock }: Context): Promise<number> {
  for (let removed = 0; ; ) {
    const count = await database.asSystem((tx) => removeSome(tx, clock.now()))
    removed += count
    if (count < exportsAtOnce) return removed
  }
}

interface AskedPurge {
  organizationId: string
  before: Date
  now: Date
  userId?: string
}

/** Those of one organisation that were made by a time, because somebody said so; returns how many. */
export async function purgeExportsOf({ database }: Context, asked: AskedPurge): Promise<number> {
  for (let removed = 0; ; ) {
    const count = await database.asSystem((tx) => removeSome(tx, asked.now, asked))
    removed += count
    if (count < exportsAtOnce) return removed
  }
}

async function removeSome(tx: Tx, now: Date, asked?: AskedPurge): Promise<number> {
  const oldest = asked?.before ?? new Date(now.getTime() - exportLimits.keptDays * day)
  const ofOne = asked ? sql`and e.organization_id = ${asked.organizationId} and e.path is not null` : sql``
  const { rows } = await tx.execute<{ id: string; organization_id: string; image_id: string }>(sql`
    delete from exports where id in (
      select e.id from exports e
      where coalesce(e.made_at, e.created_at) < ${oldest}
        and not exists (select from jobs j where j.id = e.job_id and j.state in ('queued', 'running')) ${ofOne}
      limit ${exportsAtOnce}
    )
    returning id, organization_id, image_id`)
  for (const { id, organization_id: organizationId, image_id } of rows) {
    const details = { image_id, expired: asked === undefined }
    await recordAudit(tx, {
      organizationId,
      event: 'export.deleted',
      subjectId: id,
      details,
      occurredAt: now,
      ...(asked?.userId !== undefined && { userId: asked.userId }),
    })
  }
  return rows.length
}
