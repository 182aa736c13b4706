import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import type { Summary } from '../jobs/rules.ts'
import { countOutcomes } from './queries.ts'

/** People count slides, those that were left out as well. */
export async function summarizeRuns(tx: Tx, batchId: string): Promise<Summary> {
  const { total, skipped } = await countOutcomes(tx, batchId)
  const { rows } = await tx.execute<{ state: string; count: number }>(sql`
    select state, count(*)::int as count from inference_jobs where batch_id = ${batchId} group by state`)
  const states = new Map(rows.map(({ state, count }) => [state, count]))
  const queued = rows.reduce((sum, { count }) => sum + count, 0)
  const counts = [
    [states.get('succeeded') ?? 0, 'done'],
    [states.get('failed') ?? 0, 'failed'],
    [states.get('cancelled') ?? 0, 'cancelled'],
    [total - skipped - queued, 'checked first'],
    [skipped, 'left out'],
  ] as const
  const told = counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []))
  return { message: `${[`${total} ${total === 1 ? 'slide' : 'slides'}`, ...told].join(', ')}.` }
}
