import type { QcJob } from '@cresyl/contract/qc-jobs'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { countQcJobs, type QcJobQuery, selectQcJobs } from './queries.ts'
import { viewQcJob } from './view.ts'

export async function listQcJobs({ tx }: Work, query: QcJobQuery): Promise<Rows<QcJob>> {
  const found = await selectQcJobs(tx, query)
  return { count: await countQcJobs(tx, query), results: found.map(viewQcJob) }
}
