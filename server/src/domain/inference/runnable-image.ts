import { ApiError } from '@cresyl/contract/api/errors'
import type { FitImage } from '@cresyl/contract/predictors/predictor-fit'
import type { ImageKind } from '@cresyl/contract/slides/images'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { channels, images, slides } from '../../platform/db/schema/index.ts'
import { maySeeLabels } from '../images/labels.ts'
import { findImage } from '../images/queries.ts'
import type { ImageRow } from '../images/view.ts'
import { requireReady } from '../viewers/read-pyramid.ts'
import type { Work } from '../work.ts'

/** What was scanned, and what predictors made of it. */
const runnableKinds: readonly ImageKind[] = ['source', 'output']

export interface RunnableImage {
  image: ImageRow
  slide: typeof slides.$inferSelect
  fit: FitImage
}

/** The image with its slide, which is held until the transaction ends. */
export async function lockRunnable({ tx, member }: Work, imageId: string): Promise<RunnableImage> {
  const image = await findImage(tx, imageId, { labels: await maySeeLabels(tx, member) })
  if (!runnableKinds.includes(image.kind))
    refuse('Predictors run on scans and on images computed from them, not on labels or heat maps.')
  requireReady(image)
  if (image.slideId === null) refuse('This image belongs to no slide. Read its file again first.')
  const [slide] = await tx.select().from(slides).where(eq(slides.id, image.slideId)).for('update')
  if (slide === undefined) refuse('The slide of this image was deleted.')
  const [fit] = (await fitsOf(tx, [imageId])).values()
  if (fit === undefined) throw new Error('An image that was found has facts')
  return { image, slide, fit }
}

/** What predictors have to know of images, by id. */
export async function fitsOf(tx: Tx, imageIds: readonly string[]): Promise<Map<string, FitImage>> {
  if (imageIds.length === 0) return new Map()
  const rows = await tx
    .select({
      id: images.id,
      width: images.width,
      height: images.height,
      samples: images.samples,
      mppX: images.mppX,
      mppY: images.mppY,
      modality: sql<FitImage['modality']>`(
        select q.modality from qc_jobs q where q.organization_id = ${images.organizationId} and q.image_id = ${images.id}
          and q.modality is not null order by q.created_at desc, q.id desc limit 1)`,
    })
    .from(images)
    .where(inArray(images.id, [...imageIds]))
  const named = await tx
    .select({ imageId: channels.imageId, name: channels.name, emission: channels.emissionWavelength })
    .from(channels)
    .where(and(inArray(channels.imageId, [...imageIds])))
    .orderBy(channels.imageId, channels.index)
  return new Map(
    rows.map(({ id, width, height, samples, mppX, mppY, modality }) => [
      id,
      {
        width: width ?? 1,
        height: height ?? 1,
        mpp_x: mppX,
        mpp_y: mppY,
        samples: samples ?? 1,
        modality,
        channels: named
          .filter(({ imageId }) => imageId === id)
          .map(({ name, emission }) => ({ name, emission_wavelength: emission })),
      },
    ]),
  )
}

function refuse(detail: string): never {
  throw new ApiError('invalid_input', { detail, fields: { input_image_id: [detail] } })
}
