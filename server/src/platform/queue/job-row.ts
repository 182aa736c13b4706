import type { jobs } from '../db/schema/index.ts'

export type JobRow = typeof jobs.$inferSelect

/**
 * What came of an attempt. `retried`: failed and waits for another; `returned`: given back unfinished, which
 * costs none; `lost`: its worker died and it waits for another.
 */
export type AttemptEnd = 'succeeded' | 'retried' | 'failed' | 'cancelled' | 'returned' | 'lost'

/** Who holds an attempt. */
export interface Holder {
  serverId: string
  incarnation: string
}
