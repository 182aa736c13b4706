import { batchLimits } from '@cresyl/contract/api/limits'
import type { SlideSelection } from '@cresyl/contract/slides/slide-batches'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { type ChangedSlide, slideBatchChunks, slides } from '../../platform/db/schema/index.ts'
import { withDetails } from '../slides/queries.ts'
import type { SlideDetails } from '../slides/view.ts'
import { type BatchOrder, chosen, orders } from './selection.ts'

export type ChunkRow = typeof slideBatchChunks.$inferSelect

/** Inserts what a query tells of the chunks of a batch. Returns them in their order. */
export async function insertChunks(tx: Tx, chunks: SQL): Promise<{ chunk: number; slides: number }[]> {
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

/** What another batch has changed, chunk by chunk as it was done. */
export function changedChunksOf(batchId: string, doneBy: string): SQL {
  return sql`
    select organization_id, ${batchId}::uuid, chunk, first_n,
      array(select (each ->> 'slide_id')::uuid from jsonb_array_elements(changed) as each)
    from slide_batch_chunks where batch_id = ${doneBy} and changed <> '[]'`
}

/** The chunk, held until the transaction ends so that it is done once. */
export async function lockChunk(tx: Tx, batchId: string, chunk: number): Promise<ChunkRow | undefined> {
  const [row] = await tx.select().from(slideBatchChunks).where(isChunk(batchId, chunk)).for('update')
  return row
}

export async function updateChunk(
  tx: Tx,
  { batchId, chunk }: ChunkRow,
  done: Pick<ChunkRow, 'doneAt' | 'changed' | 'skipped' | 'unchanged'>,
): Promise<void> {
  await tx.update(slideBatchChunks).set(done).where(isChunk(batchId, chunk))
}

/** Always in the order of their ids, so that two batches don't wait for each other for ever. */
export async function lockSlides(tx: Tx, ids: string[]): Promise<Map<string, SlideDetails>> {
  const isAmong = sql`${slides.id} = any (${sql.param(ids)}::uuid[])`
  await tx.select({ id: slides.id }).from(slides).where(isAmong).orderBy(asc(slides.id)).for('update')
  // Read only now: what is joined to a row that had to be waited for would be as it was before the wait.
  const found = await withDetails(tx).where(isAmong)
  return new Map(found.map((details) => [details.slide.id, details]))
}

export async function changedBefore(tx: Tx, batchId: string, chunk: number): Promise<ChangedSlide[]> {
  const [row] = await tx
    .select({ changed: slideBatchChunks.changed })
    .from(slideBatchChunks)
    .where(isChunk(batchId, chunk))
  return row?.changed ?? []
}

const isChunk = (batchId: string, chunk: number): SQL | undefined =>
  and(eq(slideBatchChunks.batchId, batchId), eq(slideBatchChunks.chunk, chunk))
