import type { InferenceJob } from '@cresyl/contract/inference-jobs'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { countInferenceJobs, type InferenceQuery, outputsOf, selectInferenceJobs } from './queries.ts'
import { viewInferenceJob } from './view.ts'

export async function listInferenceJobs({ tx }: Work, query: InferenceQuery): Promise<Rows<InferenceJob>> {
  const found = await selectInferenceJobs(tx, query)
  const outputs = await outputsOf(
    tx,
    found.map(({ run }) => run.id),
  )
  const results = found.map((details) => viewInferenceJob(details, outputs.get(details.run.id) ?? []))
  return { count: await countInferenceJobs(tx, query), results }
}
