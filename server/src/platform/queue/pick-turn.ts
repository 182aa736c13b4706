import { sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import type { Holder } from './job-row.ts'

/** Whose job comes next: the line it stands in, and how urgent it is. */
export interface Turn {
  queue: string
  priority: number
  /** Milliseconds until it may run; 0 when it may now. */
  wait: number
}

/** The organisation whose line it is; null for the platform's. */
export function ownerOf({ queue }: Turn): string | null {
  const [, owner = ''] = queue.split('/')
  return owner === 'platform' ? null : owner
}

/** Undefined if nothing waits that this worker could run. */
export async function pickTurn(
  tx: Tx,
  { serverId, incarnation }: Holder,
  labels: readonly string[],
  passedOver: readonly string[],
  leastPriority?: number,
): Promise<Turn | undefined> {
  const { rows } = await tx.execute<Record<keyof Turn, unknown>>(sql`
    select queue, priority, wait from next_job_turn(${serverId}, ${incarnation},
      ${sql.param([...labels])}::text[], ${sql.param([...passedOver])}::text[], ${leastPriority ?? null}::integer)`)
  return rows[0] as Turn | undefined
}
