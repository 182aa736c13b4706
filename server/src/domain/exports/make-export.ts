import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { exports } from '../../platform/db/schema/index.ts'
import type { ExportRow } from './view.ts'

interface ExportJob {
  id: string
}

/** What the job is to make; undefined if it was deleted. */
export async function findOrderedExport(tx: Tx, job: ExportJob, id: string): Promise<ExportRow | undefined> {
  const [found] = await tx
    .select()
    .from(exports)
    .where(and(eq(exports.id, id), eq(exports.jobId, job.id)))
  return found
}

/** In the transaction that ends the job. One that was deleted meanwhile stays so: what was stored of it goes later. */
export async function keepExport(
  tx: Tx,
  id: string,
  made: Required<Pick<ExportRow, 'path' | 'size' | 'fileName'>>,
): Promise<void> {
  await tx
    .update(exports)
    .set({ ...made, madeAt: sql`now()`, updatedAt: sql`now()`, version: sql`${exports.version} + 1` })
    .where(eq(exports.id, id))
}
