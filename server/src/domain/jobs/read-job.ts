import type { JobWithLog } from '@cresyl/contract/jobs'
import type { Work } from '../work.ts'
import { requireReadable } from './access.ts'
import { findJob, selectNewestLines } from './queries.ts'
import { viewJob, viewLogLine } from './view.ts'

export async function readJob({ tx, member }: Work, id: string): Promise<JobWithLog> {
  const found = await findJob(tx, id)
  requireReadable(member, found.job)
  const { lines, cut } = await selectNewestLines(tx, id)
  return { ...viewJob(found, member), log: lines.map(viewLogLine), log_cut: cut }
}
