import { ApiError } from '@cresyl/contract/errors'
import type { JobPayload, ParentJobKind, RunnableJobKind } from '@cresyl/contract/jobs'
import { batchLimits } from '@cresyl/contract/limits'
import type { SlideAction, SlideSelection } from '@cresyl/contract/slide-batches'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { slideBatches, slides } from '../../platform/db/schema/index.ts'
import { sendJob, sendJobs } from '../../platform/queue/send-job.ts'
import { newJob } from '../jobs/new-job.ts'
import type { Work } from '../work.ts'
import { type BatchRow, findBatch } from './queries.ts'
import { type BatchOrder, chosen, orders } from './selection.ts'

/** Kinds of jobs that do a batch chunk by chunk. */
export type ChunkJobKind = {
  [Kind in RunnableJobKind]: JobPayload<Kind> extends { batch_id: string; chunk: number } ? Kind : never
}[RunnableJobKind]

export interface NewBatch {
  /** What stands for the batch, and what does a part of it. */
  parent: ParentJobKind
  child: ChunkJobKind
  action: SlideAction
  undoes?: string
  /** That its own audit row names. */
  toldProjects: string[]
}

/** Of what changes slides; other batches bring kinds of their own. */
export const editing = { parent: 'edit_slides', child: 'edit_some_slides' } as const

/** A batch of the slides that are there at this moment: which ones is settled before the first is touched. */
export async function startBatch(
  work: Work,
  batch: NewBatch,
  selection: SlideSelection,
  order: BatchOrder = 'created_at',
): Promise<BatchRow> {
  return startChunks(work, batch, (id) => chunksOf(id, selection, order))
}

/** A batch that takes another one back, chunk by chunk as that was done. */
export async function startUndo(work: Work, batch: NewBatch & { undoes: string }): Promise<BatchRow> {
  return startChunks(
    work,
    batch,
    (id) => sql`
      select organization_id, ${id}::uuid, chunk, first_n,
        array(select (each ->> 'slide_id')::uuid from jsonb_array_elements(changed) as each)
      from slide_batch_chunks where batch_id = ${batch.undoes} and changed <> '[]'`,
  )
}

async function startChunks(
  work: Work,
  { parent, child, action, undoes, toldProjects }: NewBatch,
  chunks: (batchId: string) => SQL,
): Promise<BatchRow> {
  const { tx, member, now } = work
  const id = await sendJob(tx, { ...newJob(work, parent), isParent: true })
  const { organizationId, userId: createdBy, acting } = member
  await tx.insert(slideBatches).values({
    ...{ id, organizationId, action, createdBy, acting, toldProjects, createdAt: now },
    ...(undoes !== undefined && { undoes }),
  })
  const made = await insertChunks(tx, chunks(id))
  requireSome(made.reduce((total, { slides: count }) => total + count, 0))
  await sendJobs(
    tx,
    made.map(({ chunk }) => ({ ...newJob(work, child, { batch_id: id, chunk }), parentId: id })),
  )
  return findBatch(tx, id)
}

async function insertChunks(tx: Tx, chunks: SQL): Promise<{ chunk: number; slides: number }[]> {
  const { rows } = await tx.execute<{ chunk: number; slides: number }>(sql`
    insert into slide_batch_chunks (organization_id, batch_id, chunk, first_n, slide_ids)
    ${chunks}
    returning chunk, cardinality(slide_ids) as slides`)
  return rows.sort((a, b) => a.chunk - b.chunk)
}

/** One more than is allowed, so that too many are told apart. */
export function chunksOf(batchId: string, selection: SlideSelection, order: BatchOrder): SQL {
  const chunk = sql`(n - 1) / ${sql.raw(String(batchLimits.chunk))}`
  return sql`
    select organization_id, ${batchId}::uuid, ${chunk}, min(n), array_agg(id order by n)
    from (
      select ${slides.organizationId}, ${slides.id}, (row_number() over (order by ${orders[order]}))::int as n
      from ${slides} where ${chosen(selection)}
      limit ${batchLimits.all + 1}
    ) as numbered
    group by organization_id, ${chunk}`
}

function requireSome(total: number): void {
  if (total === 0) {
    throw new ApiError('invalid_input', {
      detail: 'None of these slides is there any more. Look at the list again and choose others.',
      fields: { selection: ['None of these slides is there any more'] },
    })
  }
  if (total > batchLimits.all) {
    throw new ApiError('too_many', {
      detail: `These are more than ${batchLimits.all} slides. Choose fewer, by a filter, and do it in several goes.`,
    })
  }
}
