import { ApiError } from '@cresyl/contract/api/errors'
import { batchLimits } from '@cresyl/contract/api/limits'
import type { JobPayload, ParentJobKind, RunnableJobKind } from '@cresyl/contract/operations/job-kinds'
import type { SlideSelection } from '@cresyl/contract/slides/slide-batches'
import type { SQL } from 'drizzle-orm'
import { type BatchAction, slideBatches } from '../../platform/db/schema/index.ts'
import { sendJob, sendJobs } from '../../platform/queue/send-job.ts'
import { newJob } from '../jobs/new-job.ts'
import type { Work } from '../work.ts'
import { changedChunksOf, chunksOf, insertChunks } from './chunk-queries.ts'
import type { BatchOrder } from './selection.ts'

/** Kinds of jobs that do a batch chunk by chunk. */
export type ChunkJobKind = {
  [Kind in RunnableJobKind]: JobPayload<Kind> extends { batch_id: string; chunk: number } ? Kind : never
}[RunnableJobKind]

export interface NewBatch {
  /** What stands for the batch, and what does a part of it. */
  parent: ParentJobKind
  child: ChunkJobKind
  action: BatchAction
  undoes?: string
  /** That its own audit row names. */
  auditedProjects: string[]
}

/** What people count: a chunk that changes its slides is done at once, one that queues them stands for each. */
const weights: Record<ChunkJobKind, (slides: number) => number> = {
  edit_some_slides: () => 1,
  queue_qc: (slides) => slides,
  queue_inference: (slides) => slides,
}

/** Of what changes slides; other batches bring kinds of their own. */
export const editing = { parent: 'edit_slides', child: 'edit_some_slides' } as const

/** A batch of the slides that are there at this moment: which ones is settled before the first is touched. Returns its id. */
export async function startBatch(
  work: Work,
  batch: NewBatch,
  selection: SlideSelection,
  order: BatchOrder = 'created_at',
): Promise<string> {
  return startChunks(work, batch, (id) => chunksOf(id, selection, order))
}

/** A batch that takes another one back, chunk by chunk as that was done. */
export async function startUndo(work: Work, batch: NewBatch & { undoes: string }): Promise<string> {
  return startChunks(work, batch, (id) => changedChunksOf(id, batch.undoes))
}

async function startChunks(
  work: Work,
  { parent, child, action, undoes, auditedProjects }: NewBatch,
  chunks: (batchId: string) => SQL,
): Promise<string> {
  const { tx, member, now } = work
  const id = await sendJob(tx, { ...newJob(work, parent), isParent: true })
  const { organizationId, userId: createdBy, acting } = member
  await tx.insert(slideBatches).values({
    id,
    organizationId,
    action,
    createdBy,
    acting,
    auditedProjects,
    createdAt: now,
    ...(undoes !== undefined && { undoes }),
  })
  const made = await insertChunks(tx, chunks(id))
  requireSome(made.reduce((total, { slides: count }) => total + count, 0))
  await sendJobs(
    tx,
    made.map(({ chunk, slides: count }) => ({
      ...newJob(work, child, { batch_id: id, chunk }),
      parentId: id,
      weight: weights[child](count),
    })),
  )
  return id
}

function requireSome(total: number): void {
  if (total === 0) {
    throw new ApiError('invalid_input', {
      detail: 'None of these slides exist any more. Reload the list and choose others.',
      fields: { selection: ['None of these slides exist any more'] },
    })
  }
  if (total > batchLimits.all) {
    throw new ApiError('too_many', {
      detail: `More than ${batchLimits.all} slides are selected. Filter the list and change them in several steps.`,
    })
  }
}
