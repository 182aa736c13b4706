import type { Job } from '@cresyl/contract/jobs'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { countJobs, type JobQuery, selectJobs } from './queries.ts'
import { viewJob } from './view.ts'

export async function listJobs({ tx, member }: Work, query: JobQuery): Promise<Rows<Job>> {
  const found = await selectJobs(tx, member, query)
  return { count: await countJobs(tx, member, query), results: found.map((each) => viewJob(each, member)) }
}
