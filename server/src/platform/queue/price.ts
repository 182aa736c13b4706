import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { jobs } from '../db/schema/index.ts'
import { isHeld } from './settle-job.ts'

/** Pixels that are decoded, looked at and encoded in a second on a common machine. */
const pixelsASecond = 15_000_000
/** What starting one costs, however little it does. */
const leastSeconds = 0.1
/** More is not held against anyone: who had the machines to themselves for days doesn't wait for days. */
const longestTurn = sql`interval '1 hour'`

/** Until when an organisation has had its turn with so much more. */
export function turnAfter(pixels = 0): SQL {
  const seconds = leastSeconds + pixels / pixelsASecond
  // Under another name: within an update the table's own stands for the row.
  return sql`least(now() + ${longestTurn}, ${seconds}::float8 * interval '1 second' + greatest(now(),
    (select max(o.turn_ends) from jobs o where o.organization_id = jobs.organization_id)))`
}

/** Takes account of pixels that a job reads and writes: the next turn of its organisation comes so much later. */
export async function priceJob(tx: Tx, job: Parameters<typeof isHeld>[0], pixels: number): Promise<void> {
  await tx
    .update(jobs)
    .set({ turnEnds: turnAfter(pixels) })
    .where(isHeld(job))
}
