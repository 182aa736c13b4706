import type { SlideAction } from '@cresyl/contract/slides/slide-batches'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { slideBatches } from '../../platform/db/schema/index.ts'
import { findRow, refuseUnknown } from '../resource.ts'

/** Whatever is done to many slides. */
export type AnyBatchRow = typeof slideBatches.$inferSelect
/** A change of many slides. */
export type BatchRow = AnyBatchRow & { action: SlideAction }

export interface Outcomes {
  total: number
  changed: number
  unchanged: number
  skipped: number
}

export async function findBatch(tx: Tx, id: string): Promise<BatchRow> {
  return requireChange(await findAnyBatch(tx, id))
}

export async function findAnyBatch(tx: Tx, id: string): Promise<AnyBatchRow> {
  return findRow(tx.select().from(slideBatches).where(eq(slideBatches.id, id)), unknown)
}

/** The batch, held until the transaction ends so that it is taken back once. */
export async function lockBatch(tx: Tx, id: string): Promise<BatchRow> {
  const [found] = await tx.select().from(slideBatches).where(eq(slideBatches.id, id)).for('update')
  return requireChange(found ?? refuseUnknown(unknown))
}

/** To those who change slides, what else is done to many of them is not there. */
function requireChange({ action, ...batch }: AnyBatchRow): BatchRow {
  return action.kind === 'check' || action.kind === 'predict' ? refuseUnknown(unknown) : { ...batch, action }
}

const unknown = 'This change of slides does not exist or is no longer kept.'

export async function countOutcomes(tx: Tx, batchId: string): Promise<Outcomes> {
  const { rows } = await tx.execute<{ [Key in keyof Outcomes]: string }>(sql`
    select coalesce(sum(cardinality(slide_ids)), 0) as total, coalesce(sum(jsonb_array_length(changed)), 0) as changed,
      coalesce(sum(unchanged), 0) as unchanged, coalesce(sum(jsonb_array_length(skipped)), 0) as skipped
    from slide_batch_chunks where batch_id = ${batchId}`)
  const { total = 0, changed = 0, unchanged = 0, skipped = 0 } = rows[0] ?? {}
  return {
    total: Number(total),
    changed: Number(changed),
    unchanged: Number(unchanged),
    skipped: Number(skipped),
  }
}

/** The first that could not be changed, in the order of the batch; without a name where a slide is gone or not shown. */
export async function selectSkipped(tx: Tx, batchId: string, limit: number) {
  const { rows } = await tx.execute<{ slide_id: string; name: string; reason: string }>(sql`
    select skipped.slide_id, coalesce(s.name, '') as name, skipped.reason
    from (
      select c.chunk, each.n, (each.item ->> 'slide_id')::uuid as slide_id, each.item ->> 'reason' as reason
      from slide_batch_chunks c, jsonb_array_elements(c.skipped) with ordinality as each (item, n)
      where c.batch_id = ${batchId} and c.skipped <> '[]'
      order by c.chunk, each.n limit ${limit}
    ) as skipped
    left join slides s on s.id = skipped.slide_id
    order by skipped.chunk, skipped.n`)
  return rows
}
