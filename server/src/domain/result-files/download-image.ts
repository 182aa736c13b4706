import { ApiError } from '@cresyl/contract/api/errors'
import { and, eq } from 'drizzle-orm'
import { images, inferenceOutputs, slides } from '../../platform/db/schema/index.ts'
import type { ObjectKey } from '../../platform/storage/storage.ts'
import { findInferenceJob } from '../inference/queries.ts'
import type { Work } from '../work.ts'
import { resultFileName } from './file-name.ts'

export interface DownloadableImage {
  key: ObjectKey
  fileName: string
  imageId: string
}

/** Says what is handed out of an output that is an image; it is counted once its size is known. */
export async function findImageDownload({ tx }: Work, id: string, key: string): Promise<DownloadableImage> {
  const { run, manifest } = await findInferenceJob(tx, id)
  const [found] = await tx
    .select({ path: images.path, imageId: images.id, name: slides.name })
    .from(inferenceOutputs)
    .innerJoin(images, eq(images.id, inferenceOutputs.imageId))
    .innerJoin(slides, eq(slides.id, images.slideId))
    .where(and(eq(inferenceOutputs.inferenceJobId, id), eq(inferenceOutputs.key, key)))
  const path = found?.path
  if (!found || path == null)
    throw new ApiError('not_ready', {
      detail: 'There is no image to download: this run has none, or is not done.',
    })
  const output = manifest.outputs.find((each) => each.key === key)
  const named = {
    slide: found.name,
    manifest,
    part: key,
    at: run.finishedAt ?? run.createdAt,
    virtual: output?.kind === 'image' && output.virtual,
    // The file states the pixel size by which it was made.
    madeScale: run.madeScale,
  }
  const fileName = resultFileName(named, 'ome.tiff')
  return { key: { organizationId: run.organizationId, path }, fileName, imageId: found.imageId }
}
