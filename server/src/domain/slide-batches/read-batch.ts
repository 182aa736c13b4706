import type { SlideBatch } from '@cresyl/contract/slide-batches'
import type { Work } from '../work.ts'
import { findBatch } from './queries.ts'
import { viewBatch } from './view.ts'

/** In a transaction that is shown what was deleted: a batch names those that it could not change. */
export async function readBatch({ tx, now }: Work, id: string): Promise<SlideBatch> {
  return viewBatch(tx, await findBatch(tx, id), now)
}
