import { ApiError } from '@cresyl/contract/api/errors'
import type { RouteRequest } from '@cresyl/contract/api/route'
import type {
  createRegistration as createRegistrationRoute,
  Registration,
} from '@cresyl/contract/slides/registrations'
import { registrations } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import type { AuditedWork } from '../work.ts'
import { type AlignedImages, findAlignedImages } from './aligned-images.ts'
import { findBetween, findRegistration } from './queries.ts'
import { resolveAlignment, saveVersion } from './resolve-alignment.ts'
import { viewRegistration } from './view.ts'

type NewRegistration = RouteRequest<typeof createRegistrationRoute>['body']

export async function createRegistration(work: AuditedWork, input: NewRegistration): Promise<Registration> {
  const { tx, member, now } = work
  const images = await findAlignedImages(work, input)
  const alignment = await resolveAlignment(work, images, input.alignment)
  const { slideId, imageId, movingSlideId, movingImageId } = images
  const id = newId()
  const added = await tx
    .insert(registrations)
    .values({
      id,
      organizationId: member.organizationId,
      slideId,
      imageId,
      movingSlideId,
      movingImageId,
      createdBy: member.userId,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: registrations.id })
  if (added.length === 0) await refuseSecond(work, images)
  await saveVersion(work, id, 1, alignment)
  work.record({
    id,
    details: {
      slide_id: slideId,
      image_id: imageId,
      moving_slide_id: movingSlideId,
      moving_image_id: movingImageId,
      alignment,
    },
  })
  return viewRegistration(await findRegistration(tx, id))
}

/** With the one that there is, so that it can be changed instead. */
async function refuseSecond({ tx }: AuditedWork, { imageId, movingImageId }: AlignedImages): Promise<never> {
  const current = await findBetween(tx, imageId, movingImageId)
  throw new ApiError('already_aligned', { ...(current && { current: viewRegistration(current) }) })
}
