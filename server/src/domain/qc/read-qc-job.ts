import type { QcJobWithMeasures } from '@cresyl/contract/qc-jobs'
import type { Work } from '../work.ts'
import { findQcJob, selectParts } from './queries.ts'
import { viewWithMeasures } from './view.ts'

export async function readQcJob({ tx }: Work, id: string): Promise<QcJobWithMeasures> {
  const found = await findQcJob(tx, id)
  return viewWithMeasures(found, await selectParts(tx, found))
}
