import type { RegistrationEstimate } from '@cresyl/contract/slides/registration-estimates'
import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/db/database.ts'
import { images, jobs, registrationEstimates, slides } from '../../platform/db/schema/index.ts'
import { refuseUnknown } from '../resource.ts'
import type { SolvedAlignment } from './solve-alignment.ts'

export type EstimateRow = typeof registrationEstimates.$inferSelect

const movingSlides = alias(slides, 'moving_slides')
const movingImages = alias(images, 'moving_images')

/** Through both slides: what was found of a deleted one isn't there either. */
export async function findEstimate(tx: Tx, id: string): Promise<RegistrationEstimate> {
  const [found] = await tx
    .select({
      estimate: registrationEstimates,
      state: jobs.state,
      progress: jobs.progress,
      message: jobs.message,
    })
    .from(registrationEstimates)
    .innerJoin(jobs, eq(jobs.id, registrationEstimates.jobId))
    .innerJoin(slides, isFixed)
    .innerJoin(movingSlides, isMoving)
    .where(eq(registrationEstimates.jobId, id))
  return found ? view(found) : refuseUnknown(unknown)
}

const isFixed = and(
  eq(slides.organizationId, registrationEstimates.organizationId),
  eq(slides.id, registrationEstimates.slideId),
)
const isMoving = and(
  eq(movingSlides.organizationId, registrationEstimates.organizationId),
  eq(movingSlides.id, registrationEstimates.movingSlideId),
)

type Found = Pick<RegistrationEstimate, 'state' | 'progress' | 'message'> & { estimate: EstimateRow }

function view({ estimate, state, progress, message }: Found): RegistrationEstimate {
  return {
    id: estimate.jobId,
    slide_id: estimate.slideId,
    image_id: estimate.imageId,
    moving_slide_id: estimate.movingSlideId,
    moving_image_id: estimate.movingImageId,
    state,
    progress,
    message,
    alignment: estimate.alignment,
    created_at: estimate.createdAt.toISOString(),
  }
}

const unknown = 'This result is no longer kept, or one of the slides was deleted. Align them again.'

/** An image that is to be compared with another. */
export interface OrderedImage {
  id: string
  slideName: string
  sizeZ: number
  mppX: number | null
  mppY: number | null
}

export interface OrderedEstimate {
  organizationId: string
  fixed: OrderedImage
  moving: OrderedImage
}

/** What the job is to compare; undefined where one of the slides is gone. */
export async function findOrderedEstimate(tx: Tx, jobId: string): Promise<OrderedEstimate | undefined> {
  const [found] = await tx
    .select({
      organizationId: registrationEstimates.organizationId,
      fixed: columnsOf(images, slides),
      moving: columnsOf(movingImages, movingSlides),
    })
    .from(registrationEstimates)
    .innerJoin(slides, isFixed)
    .innerJoin(movingSlides, isMoving)
    .innerJoin(images, eq(images.id, registrationEstimates.imageId))
    .innerJoin(movingImages, eq(movingImages.id, registrationEstimates.movingImageId))
    .where(eq(registrationEstimates.jobId, jobId))
  return found
}

const columnsOf = (
  image: typeof images | typeof movingImages,
  slide: typeof slides | typeof movingSlides,
) => ({
  id: image.id,
  slideName: slide.name,
  sizeZ: image.sizeZ,
  mppX: image.mppX,
  mppY: image.mppY,
})

/** In the transaction that ends the job. */
export async function keepEstimate(tx: Tx, jobId: string, alignment: SolvedAlignment): Promise<void> {
  await tx.update(registrationEstimates).set({ alignment }).where(eq(registrationEstimates.jobId, jobId))
}
