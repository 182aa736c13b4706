import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { judgeByStain } from '../qc/rejudge-slides.ts'
import type { SlideDetails } from '../slides/view.ts'
import { applyEdits } from './apply-edits.ts'
import { auditEdits } from './audit-edits.ts'
import { type ChunkRow, changedBefore, lockChunk, lockSlides, updateChunk } from './chunk-queries.ts'
import { knownTargets } from './known-targets.ts'
import { planEdit, type Wish } from './plan-edit.ts'
import { type BatchRow, findBatch } from './queries.ts'
import { wishesOf, wishesOfUndo } from './wishes.ts'

export interface ChunkOutcome {
  changed: number
  unchanged: number
  skipped: number
}

/**
 * Changes the slides of one chunk, in one transaction of the organisation. Done again it changes nothing. Undefined,
 * and nothing done, where the batch was taken back meanwhile.
 */
export async function editChunk(
  tx: Tx,
  { batchId, chunk, now }: { batchId: string; chunk: number; now: Date },
): Promise<ChunkOutcome | undefined> {
  await tx.execute(sql`set local app.deleted = 'shown'`)
  const row = await lockChunk(tx, batchId, chunk)
  if (row === undefined) return undefined
  if (row.doneAt !== null) return outcomeOf(row)
  const batch = await findBatch(tx, batchId)
  if (batch.undoneBy !== null) return undefined

  const found = await lockSlides(tx, row.slideIds)
  const wishes = await findWishes(tx, batch, row, found)
  const targets = await knownTargets(tx, [...wishes.values()])
  const plans = row.slideIds.map((id) => planEdit(id, found.get(id), wishes.get(id), targets))
  const edits = plans.flatMap((plan) => (plan.kind === 'edit' ? [plan] : []))
  await applyEdits(tx, edits, now)
  await auditEdits(tx, batch, edits, now)
  await judgeByStain(tx, {
    ...{ organizationId: batch.organizationId, now, userId: batch.createdBy },
    slideIds: edits.filter(({ values }) => values?.stainerId !== undefined).map(({ id }) => id),
  })
  const done = {
    doneAt: now,
    changed: edits.map(({ slide, before }) => ({ slide_id: slide.id, version: slide.version + 1, before })),
    skipped: plans.flatMap(({ id, ...plan }) =>
      plan.kind === 'skip' ? [{ slide_id: id, reason: plan.reason }] : [],
    ),
    unchanged: plans.filter(({ kind }) => kind === 'none').length,
  }
  await updateChunk(tx, row, done)
  return outcomeOf(done)
}

function outcomeOf({
  changed,
  unchanged,
  skipped,
}: Pick<ChunkRow, 'changed' | 'unchanged' | 'skipped'>): ChunkOutcome {
  return { changed: changed.length, unchanged, skipped: skipped.length }
}

async function findWishes(
  tx: Tx,
  batch: BatchRow,
  row: ChunkRow,
  found: Map<string, SlideDetails>,
): Promise<Map<string, Wish>> {
  if (batch.undoes === null) return wishesOf(batch.action, row, found)
  return wishesOfUndo(batch.action, await changedBefore(tx, batch.undoes, row.chunk))
}
