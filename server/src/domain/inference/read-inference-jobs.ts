import { chunkSide, levelsOfChunk, levelsOfOutput } from '@cresyl/analysis'
import type { InferenceJob, InferenceJobWithProvenance } from '@cresyl/contract/predictors/inference-jobs'
import type { RunChunks } from '@cresyl/contract/predictors/inference-outputs'
import type { Tx } from '../../platform/db/database.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { chunkOfPath } from './chunk-objects.ts'
import type { LocatedChunks } from './locate-chunks.ts'
import {
  countInferenceJobs,
  findInferenceJob,
  findQueuePlace,
  type InferenceQuery,
  outputsOf,
  selectInferenceJobs,
} from './queries.ts'
import { viewInferenceJob, viewWithProvenance } from './view.ts'

export async function listInferenceJobs({ tx }: Work, query: InferenceQuery): Promise<Rows<InferenceJob>> {
  const found = await selectInferenceJobs(tx, query)
  const outputs = await outputsOf(
    tx,
    found.map(({ run }) => run.id),
  )
  const results = found.map((details) => viewInferenceJob(details, outputs.get(details.run.id) ?? []))
  return { count: await countInferenceJobs(tx, query), results }
}

export async function readInferenceJob({ tx }: Work, id: string): Promise<InferenceJobWithProvenance> {
  const details = await findInferenceJob(tx, id)
  const outputs = (await outputsOf(tx, [id])).get(id) ?? []
  return viewWithProvenance(details, outputs, await findQueuePlace(tx, details.run.jobId))
}

export async function showInferenceJob(tx: Tx, id: string): Promise<InferenceJob> {
  return viewInferenceJob(await findInferenceJob(tx, id), (await outputsOf(tx, [id])).get(id) ?? [])
}

/** What is done of a run, asked of storage: outside of any transaction. */
export async function readRunChunks(
  storage: Pick<Storage, 'list'>,
  { run, plan, space, folder, isRunning }: LocatedChunks,
): Promise<RunChunks> {
  const finished: number[] = []
  if (isRunning) {
    for await (const { path } of storage.list(run.organizationId, folder)) {
      const chunk = chunkOfPath(path)
      if (chunk !== undefined) finished.push(chunk)
    }
  }
  return {
    id: run.id,
    job_id: run.jobId,
    space,
    side: chunkSide,
    columns: plan.columns,
    levels: levelsOfOutput(plan).map(({ width, height, tileWidth, tileHeight, downsample }) => ({
      width,
      height,
      tile_width: tileWidth,
      tile_height: tileHeight,
      downsample,
    })),
    chunk_levels: levelsOfChunk(plan),
    finished: finished.sort((one, other) => one - other),
  }
}
