import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import type { RegistrationEstimate } from '@cresyl/contract/slides/registration-estimates'
import { registrationEstimates } from '../../platform/db/schema/index.ts'
import { sendJob } from '../../platform/queue/send-job.ts'
import type { AuditedWork } from '../work.ts'
import { findAlignedImages, type GivenImages } from './aligned-images.ts'
import { findEstimate } from './estimates.ts'

/** Has a job compare the tissue of two slides. */
export async function createEstimate(work: AuditedWork, given: GivenImages): Promise<RegistrationEstimate> {
  const { tx, member, now, trace } = work
  const { organizationId, userId } = member
  const { slideId, imageId, movingSlideId, movingImageId } = await findAlignedImages(work, given)
  const { priority, attempts } = jobDefinitions.align_slides
  const jobId = await sendJob(tx, {
    kind: 'align_slides',
    organizationId,
    priority,
    payload: {},
    subjectId: slideId,
    maxAttempts: attempts,
    createdBy: userId,
    ...(trace !== undefined && { trace }),
  })
  await tx.insert(registrationEstimates).values({
    jobId,
    organizationId,
    slideId,
    imageId,
    movingSlideId,
    movingImageId,
    createdAt: now,
  })
  work.record({
    id: jobId,
    details: {
      slide_id: slideId,
      image_id: imageId,
      moving_slide_id: movingSlideId,
      moving_image_id: movingImageId,
    },
  })
  return findEstimate(tx, jobId)
}
