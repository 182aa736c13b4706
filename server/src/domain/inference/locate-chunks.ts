import { planRun, type RunPlan } from '@cresyl/analysis'
import { ApiError } from '@cresyl/contract/api/errors'
import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import type { ImageSpace } from '@cresyl/contract/slides/image-space'
import { eq } from 'drizzle-orm'
import { images } from '../../platform/db/schema/index.ts'
import type { Work } from '../work.ts'
import { chunkFolder } from './chunk-objects.ts'
import { findInferenceJob } from './queries.ts'
import { spaceOfRun } from './run-space.ts'
import type { InferenceJobRow } from './view.ts'

export interface LocatedChunks {
  run: InferenceJobRow
  manifest: PredictorManifest
  /** Of the same image, manifest and request it is always the same: so it is that which the worker has. */
  plan: RunPlan
  space: ImageSpace
  /** In storage. */
  folder: string
  isRunning: boolean
}

/** Where a run that is under way keeps what is done; to those who may not see the slide it is not there. */
export async function locateChunks({ tx }: Work, id: string): Promise<LocatedChunks> {
  const { run, manifest } = await findInferenceJob(tx, id)
  const [image] = await tx.select().from(images).where(eq(images.id, run.imageId))
  const mpp = image && { x: image.mppX ?? run.mpp, y: image.mppY ?? run.mpp }
  if (!image || image.width === null || image.height === null || mpp?.x == null || mpp.y === null)
    throw new ApiError('not_ready', { detail: 'The layout of this run’s outputs is not known yet.' })
  const levels = image.levels.map(({ tile_width, tile_height, ...level }) => ({
    ...level,
    tileWidth: tile_width,
    tileHeight: tile_height,
  }))
  const plan = planRun({ width: image.width, height: image.height, levels }, manifest, {
    mpp: { x: mpp.x, y: mpp.y },
    channels: [],
    region: run.region ?? undefined,
    z: 0,
    t: 0,
  })
  return {
    run,
    manifest,
    plan,
    space: spaceOfRun(image, plan),
    folder: chunkFolder(run, image),
    isRunning: run.state === 'running',
  }
}
