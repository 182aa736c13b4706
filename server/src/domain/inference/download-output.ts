import { ApiError } from '@cresyl/contract/errors'
import { and, eq } from 'drizzle-orm'
import { downloads, images, inferenceOutputs, slides } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import type { ObjectKey } from '../../platform/storage/storage.ts'
import type { AuditedWork, Work } from '../work.ts'
import { findInferenceJob } from './queries.ts'

export interface DownloadableOutput {
  key: ObjectKey
  fileName: string
}

/** Says what is handed out of an output that is an image; it is counted once its size is known. */
export async function findDownload(
  { tx }: Work,
  id: string,
  key: string,
): Promise<DownloadableOutput & { imageId: string }> {
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
  const virtual = output?.kind === 'image' && output.virtual ? 'virtual-' : ''
  const fileName = `${plain(found.name)}-${virtual}${manifest.id}-${plain(key)}.ome.tiff`
  return { key: { organizationId: run.organizationId, path }, fileName, imageId: found.imageId }
}

export async function countDownload(
  work: AuditedWork,
  { id, imageId, bytes }: { id: string; imageId: string; bytes: number },
): Promise<void> {
  const { tx, member, now } = work
  await tx.insert(downloads).values({
    ...{ id: newId(), organizationId: member.organizationId, kind: 'image', imageId, inferenceJobId: id },
    ...{ userId: member.userId, bytes, createdAt: now },
  })
  work.record({ id, details: { image_id: imageId, bytes } })
}

/** What every file system takes. */
const plain = (name: string) => name.replace(/\.[a-z0-9.]{1,9}$/i, '').replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
