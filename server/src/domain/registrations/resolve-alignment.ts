import { ApiError } from '@cresyl/contract/api/errors'
import type { GivenAlignment } from '@cresyl/contract/slides/registrations'
import { registrationVersions } from '../../platform/db/schema/index.ts'
import type { Work } from '../work.ts'
import type { AlignedImages } from './aligned-images.ts'
import { findEstimate } from './estimates.ts'
import { findVersion } from './queries.ts'
import { type SolvedAlignment, solveAlignment } from './solve-alignment.ts'
import { viewAlignment } from './view.ts'

/** What was asked for as it is kept: computed from points, as it was found, or as it was before. */
export async function resolveAlignment(
  { tx }: Work,
  images: AlignedImages,
  given: GivenAlignment,
  registrationId?: string,
): Promise<SolvedAlignment> {
  if (given.method === 'points') return solveAlignment(images, given)
  if (given.method === 'earlier') {
    const found = registrationId && (await findVersion(tx, registrationId, given.earlier))
    return found
      ? viewAlignment(found)
      : refuse('This version of the alignment does not exist. Choose another one.')
  }
  const { image_id, moving_image_id, alignment } = await findEstimate(tx, given.estimate_id)
  if (image_id !== images.imageId || moving_image_id !== images.movingImageId)
    refuse('This result belongs to other slides. Align these two again.')
  return alignment ?? refuse('No alignment of these slides was found. Mark points by hand.')
}

function refuse(detail: string): never {
  throw new ApiError('invalid_input', { detail, fields: { alignment: [detail] } })
}

/** Beside those before it, none of which changes any more. */
export async function saveVersion(
  { tx, member, now }: Work,
  registrationId: string,
  version: number,
  alignment: SolvedAlignment,
): Promise<void> {
  await tx.insert(registrationVersions).values({
    ...alignment,
    registrationId,
    version,
    organizationId: member.organizationId,
    savedBy: member.userId,
    savedAt: now,
  })
}
