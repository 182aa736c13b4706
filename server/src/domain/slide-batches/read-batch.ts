import type { SlideBatch } from '@cresyl/contract/slide-batches'
import type { Work } from '../work.ts'
import { findBatch } from './queries.ts'
import { viewBatch } from './view.ts'

/** Names those that could not be changed: deleted ones where the transaction is shown what was deleted. */
export async function readBatch({ tx, now }: Work, id: string): Promise<SlideBatch> {
  return viewBatch(tx, await findBatch(tx, id), now)
}
