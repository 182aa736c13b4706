import type { Registration, RegistrationVersion } from '@cresyl/contract/slides/registrations'
import type { registrations, registrationVersions } from '../../platform/db/schema/index.ts'

export type RegistrationRow = typeof registrations.$inferSelect
export type RegistrationVersionRow = typeof registrationVersions.$inferSelect
type Person = Registration['created_by']

/** How it was saved once, and by whom. */
export interface SavedVersion {
  saved: RegistrationVersionRow
  saver: Person
}

/** A registration as it is now, with what other rows say about it. */
export interface RegistrationDetails extends SavedVersion {
  registration: RegistrationRow
  slideName: string
  movingSlideName: string
  author: Person
}

export function viewRegistration(details: RegistrationDetails): Registration {
  const { registration, saved, slideName, movingSlideName, author, saver } = details
  return {
    id: registration.id,
    slide_id: registration.slideId,
    image_id: registration.imageId,
    moving_slide_id: registration.movingSlideId,
    moving_image_id: registration.movingImageId,
    slide_name: slideName,
    moving_slide_name: movingSlideName,
    ...viewAlignment(saved),
    created_by: author,
    created_at: registration.createdAt.toISOString(),
    updated_by: saver,
    updated_at: registration.updatedAt.toISOString(),
    version: registration.version,
  }
}

export function viewVersion({ saved, saver }: SavedVersion): RegistrationVersion {
  return {
    version: saved.version,
    ...viewAlignment(saved),
    saved_by: saver,
    saved_at: saved.savedAt.toISOString(),
  }
}

export function viewAlignment(saved: RegistrationVersionRow) {
  const { method, model, mirrored, affine, pairs, residual, confidence } = saved
  return { method, model, mirrored, affine, pairs, residual, confidence }
}
