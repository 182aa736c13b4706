import { chunkSide, levelsOfChunk, levelsOfOutput } from '@cresyl/analysis'
import type { RunChunks } from '@cresyl/contract/inference-outputs'
import type { Storage } from '../../platform/storage/storage.ts'
import { chunkOfPath } from './chunk-objects.ts'
import type { LocatedChunks } from './locate-chunks.ts'

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
    ...{ id: run.id, job_id: run.jobId, space, side: chunkSide, columns: plan.columns },
    levels: levelsOfOutput(plan).map(({ width, height, tileWidth, tileHeight, downsample }) => ({
      ...{ width, height, tile_width: tileWidth, tile_height: tileHeight, downsample },
    })),
    chunk_levels: levelsOfChunk(plan),
    finished: finished.sort((one, other) => one - other),
  }
}
