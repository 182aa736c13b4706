import { sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import type { Holder } from './job-row.ts'

/** Whose jobs come next, and how urgent those are. */
export interface Turn {
  /** Null for the platform's. */
  organizationId: string | null
  labels: string[]
  priority: number
  /** Milliseconds until the first of them may run; 0 when it may now. */
  wait: number
}

/** Undefined if nothing waits that this worker could run. */
export async function pickTurn(
  tx: Tx,
  { serverId, incarnation }: Holder,
  labels: readonly string[],
  passedOver: readonly Pick<Turn, 'organizationId' | 'labels'>[],
  leastPriority?: number,
): Promise<Turn | undefined> {
  const passed = passedOver.map((each) => JSON.stringify([each.organizationId, each.labels]))
  const { rows } = await tx.execute<Record<keyof Turn, unknown>>(sql`
    select organization_id as "organizationId", labels, priority, wait
    from next_job_turn(${serverId}, ${incarnation}, ${sql.param([...labels])}::text[],
      ${sql.param(passed)}::jsonb[], ${leastPriority ?? null}::integer)`)
  return rows[0] as Turn | undefined
}
