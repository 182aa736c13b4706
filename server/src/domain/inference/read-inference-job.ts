import type { InferenceJob, InferenceJobWithProvenance } from '@cresyl/contract/inference-jobs'
import type { Tx } from '../../platform/db/database.ts'
import type { Work } from '../work.ts'
import { findInferenceJob, findQueuePlace, outputsOf } from './queries.ts'
import { viewInferenceJob, viewWithProvenance } from './view.ts'

export async function readInferenceJob({ tx }: Work, id: string): Promise<InferenceJobWithProvenance> {
  const details = await findInferenceJob(tx, id)
  const outputs = (await outputsOf(tx, [id])).get(id) ?? []
  return viewWithProvenance(details, outputs, await findQueuePlace(tx, details.run.jobId))
}

export async function showInferenceJob(tx: Tx, id: string): Promise<InferenceJob> {
  return viewInferenceJob(await findInferenceJob(tx, id), (await outputsOf(tx, [id])).get(id) ?? [])
}
