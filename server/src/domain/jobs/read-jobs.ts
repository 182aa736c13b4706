import type { JobKind } from '@cresyl/contract/operations/job-kinds'
import type { Job, JobWithLog } from '@cresyl/contract/operations/jobs'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { requireReadable } from './access.ts'
import { countJobs, findJob, findOpenJob, type JobQuery, selectJobs, selectNewestLines } from './queries.ts'
import { viewJob, viewLogLine } from './view.ts'

export async function listJobs({ tx, member }: Work, query: JobQuery): Promise<Rows<Job>> {
  const found = await selectJobs(tx, member, query)
  return { count: await countJobs(tx, member, query), results: found.map((each) => viewJob(each, member)) }
}

export async function readJob({ tx, member }: Work, id: string): Promise<JobWithLog> {
  const found = await findJob(tx, id)
  requireReadable(member, found.job)
  const { lines, cut } = await selectNewestLines(tx, id)
  return { ...viewJob(found, member), log: lines.map(viewLogLine), log_cut: cut }
}

/** The one of the kind that waits or runs. */
export async function readOpenJob({ tx }: Work, kind: JobKind): Promise<Job | null> {
  const found = await findOpenJob(tx, kind)
  return found ? viewJob(found) : null
}
