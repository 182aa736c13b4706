import { priorities } from '@cresyl/contract/operations/job-kinds'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { jobs, type SkippedSlide } from '../../platform/db/schema/index.ts'
import { recordAudits } from '../audit/record.ts'
import { archivedReason } from '../projects/refuse-archived.ts'
import { type QueuedCheck, queueChecks } from '../qc/queue-checks.ts'
import { lockChunk, updateChunk } from './chunk-queries.ts'
import { type AnyBatchRow, findAnyBatch } from './queries.ts'

interface ChunkJob {
  id: string
  batchId: string
  chunk: number
  now: Date
}

export interface QueuedChunk {
  queued: number
  skipped: number
}

/**
 * Queues the slides of one chunk to be checked, each by a job of the batch, in one transaction of the organisation.
 * Done again it changes nothing. Undefined, and nothing done, where the batch is gone.
 */
export async function queueSlideChecks(
  tx: Tx,
  { id, batchId, chunk, now }: ChunkJob,
): Promise<QueuedChunk | undefined> {
  await tx.execute(sql`set local app.deleted = 'shown'`)
  const row = await lockChunk(tx, batchId, chunk)
  if (row === undefined) return undefined
  if (row.doneAt !== null)
    return { queued: row.slideIds.length - row.skipped.length, skipped: row.skipped.length }
  const batch = await findAnyBatch(tx, batchId)
  const found = await lockSources(tx, row.slideIds)
  const checkable = row.slideIds.flatMap((slideId) => {
    const source = found.get(slideId)
    return source === undefined || reasonAgainst(source) !== undefined ? [] : [{ ...source, slideId }]
  })
  const queued = await queueChecks(tx, checkable, {
    priority: priorities.batch,
    createdBy: batch.createdBy,
    startedBy: batch.createdBy,
    parentId: batchId,
    now,
  })
  await auditChecks(tx, batch, queued, now)
  const queuedIds = new Set(queued.map(({ slideId }) => slideId))
  const skipped = row.slideIds
    .filter((slideId) => !queuedIds.has(slideId))
    .map((slideId): SkippedSlide => ({ slide_id: slideId, reason: whyNot(found.get(slideId)) }))
  await updateChunk(tx, row, { doneAt: now, changed: [], skipped, unchanged: 0 })
  // From now on its checks stand for it.
  await tx.update(jobs).set({ weight: 0 }).where(eq(jobs.id, id))
  return { queued: queued.length, skipped: skipped.length }
}

interface Source {
  organizationId: string
  imageId: string
  isReady: boolean
  isDeleted: boolean
  isArchived: boolean
}

/** Held until the transaction ends, in the order of their ids. */
async function lockSources(tx: Tx, slideIds: readonly string[]): Promise<Map<string, Source>> {
  const ids = sql`${sql.param(slideIds)}::uuid[]`
  await tx.execute(sql`select from slides where id = any (${ids}) order by id for update`)
  const { rows } = await tx.execute<Source & { slideId: string } & Record<string, unknown>>(sql`
    select s.id as "slideId", s.organization_id as "organizationId", i.id as "imageId", i.state = 'ready' as "isReady",
      s.deleted_at is not null as "isDeleted", coalesce(p.archived_at is not null, false) as "isArchived"
    from slides s join images i on i.organization_id = s.organization_id and i.id = s.source_image_id
      left join projects p on p.organization_id = s.organization_id and p.id = s.project_id
    where s.id = any (${ids})`)
  return new Map(rows.map(({ slideId, ...source }) => [slideId, source]))
}

function reasonAgainst({ isReady, isDeleted, isArchived }: Source): string | undefined {
  if (isDeleted) return 'It was deleted.'
  if (isArchived) return archivedReason
  return isReady ? undefined : 'Its file is being read, or could not be read.'
}

function whyNot(source: Source | undefined): string {
  if (source === undefined) return 'It no longer exists.'
  return reasonAgainst(source) ?? 'It is being checked already.'
}

/** A row for each slide, as if it had been asked for by itself; the project is told of all of them together. */
async function auditChecks(
  tx: Tx,
  { id: batchId, createdBy, acting }: AnyBatchRow,
  queued: readonly QueuedCheck[],
  now: Date,
): Promise<void> {
  await recordAudits(
    tx,
    queued.map(({ id, organizationId, imageId, slideId }) => ({
      organizationId,
      event: 'qc_job.created',
      subjectId: id,
      occurredAt: now,
      ...(createdBy !== null && { userId: createdBy }),
      details: {
        batch_id: batchId,
        image_id: imageId,
        slide_id: slideId,
        ...(acting && { superadmin: true }),
      },
    })),
  )
}
