import { ApiError } from '@cresyl/contract/api/errors'
import type { SlideBatch } from '@cresyl/contract/slides/slide-batches'
import { eq } from 'drizzle-orm'
import { slideBatches } from '../../platform/db/schema/index.ts'
import { findJob } from '../jobs/queries.ts'
import { viewJob } from '../jobs/view.ts'
import type { AuditedWork } from '../work.ts'
import { requireRight } from './create-batch.ts'
import { type BatchRow, countOutcomes, findBatch, lockBatch } from './queries.ts'
import { editing, startUndo } from './start-batch.ts'
import { undoUntil, viewBatch } from './view.ts'

/** Takes a batch back as far as nobody has changed its slides since: a batch of its own. */
export async function undoBatch(work: AuditedWork, id: string): Promise<SlideBatch> {
  const { tx, member, now } = work
  const batch = await lockBatch(tx, id)
  requireRight(member, batch.action)
  await requireUndoable(work, batch)
  const { action, auditedProjects } = batch
  const undoId = await startUndo(work, { ...editing, action, auditedProjects, undoes: id })
  await tx.update(slideBatches).set({ undoneBy: undoId }).where(eq(slideBatches.id, id))
  const view = await viewBatch(tx, await findBatch(tx, undoId), now)
  work.record({
    id: undoId,
    details: { undoes: id, action, slides: view.total, ...projectsOf(batch) },
  })
  return view
}

/** Of a move, the other way round: the slides leave where they were moved to. */
function projectsOf({ action, auditedProjects }: BatchRow) {
  const left = action.kind === 'set' ? action.project_id : undefined
  const project_id = auditedProjects.find((id) => id !== left)
  return {
    ...(project_id !== undefined && { project_id }),
    ...(left != null && { former_project_id: left }),
  }
}

async function requireUndoable({ tx, now }: AuditedWork, batch: BatchRow): Promise<void> {
  if (batch.undoneBy !== null) refuse('This has already been undone.')
  if (batch.undoes !== null) refuse('This is itself an undo. Repeat the original change instead.')
  const job = viewJob(await findJob(tx, batch.id))
  if (job.finished_at === null) refuse('This is still running. Wait until it is done, or cancel it first.')
  const { changed } = await countOutcomes(tx, batch.id)
  if (changed === 0) refuse('Nothing was changed, so there is nothing to undo.')
  const until = undoUntil(batch, job)
  if (until === null || until <= now)
    refuse('This was done too long ago to be undone. Change the slides again instead.')
}

function refuse(detail: string): never {
  throw new ApiError('not_undoable', { detail })
}
