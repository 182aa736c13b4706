import { batchLimits } from '@cresyl/contract/api/limits'
import type { Job } from '@cresyl/contract/operations/jobs'
import type { SlideBatch } from '@cresyl/contract/slides/slide-batches'
import type { Tx } from '../../platform/db/database.ts'
import { findJob } from '../jobs/queries.ts'
import { viewJob } from '../jobs/view.ts'
import type { Work } from '../work.ts'
import { type BatchRow, countOutcomes, findBatch, selectSkipped } from './queries.ts'

const shownSkipped = 100
const hour = 3_600_000

export async function viewBatch(tx: Tx, batch: BatchRow, now: Date): Promise<SlideBatch> {
  const job = viewJob(await findJob(tx, batch.id))
  const { total, changed, unchanged, skipped } = await countOutcomes(tx, batch.id)
  const until = changed > 0 ? undoUntil(batch, job) : null
  return {
    id: batch.id,
    action: batch.action,
    job,
    total,
    changed,
    unchanged,
    skipped: skipped > 0 ? await selectSkipped(tx, batch.id, shownSkipped) : [],
    skipped_count: skipped,
    undo_until: until !== null && until > now ? until.toISOString() : null,
    undone_by: batch.undoneBy,
    undoes: batch.undoes,
  }
}

/** Null where it can't be taken back, or not yet. */
export function undoUntil(
  { undoes, undoneBy }: BatchRow,
  { finished_at }: Pick<Job, 'finished_at'>,
): Date | null {
  if (undoes !== null || undoneBy !== null || finished_at === null) return null
  return new Date(Date.parse(finished_at) + batchLimits.undoHours * hour)
}

/** Names those that could not be changed: deleted ones where the transaction is shown what was deleted. */
export async function readBatch({ tx, now }: Work, id: string): Promise<SlideBatch> {
  return viewBatch(tx, await findBatch(tx, id), now)
}
