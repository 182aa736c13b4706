import type { RouteRequest } from '@cresyl/contract/api/route'
import type {
  Registration,
  updateRegistration as updateRegistrationRoute,
} from '@cresyl/contract/slides/registrations'
import { eq } from 'drizzle-orm'
import { registrations } from '../../platform/db/schema/index.ts'
import { changesBetween } from '../changes.ts'
import { refuseStale } from '../resource.ts'
import type { AuditedWork } from '../work.ts'
import { findAlignedImages } from './aligned-images.ts'
import { findRegistration, lockRegistration } from './queries.ts'
import { resolveAlignment, saveVersion } from './resolve-alignment.ts'
import { viewRegistration } from './view.ts'

type RegistrationEdit = RouteRequest<typeof updateRegistrationRoute>['body']

/** Aligns anew; the audit log tells how it was before and how it is now. */
export async function updateRegistration(
  work: AuditedWork,
  id: string,
  edit: RegistrationEdit,
): Promise<Registration> {
  const { tx, now } = work
  const current = await lockRegistration(tx, id)
  const shown = viewRegistration(current)
  await refuseStale(edit, shown, () => shown)
  const images = await findAlignedImages(work, shown)
  const alignment = await resolveAlignment(work, images, edit.alignment, id)
  const changes = changesBetween(current.saved, alignment)
  if (Object.keys(changes).length === 0) return shown
  const version = shown.version + 1
  await tx.update(registrations).set({ updatedAt: now, version }).where(eq(registrations.id, id))
  await saveVersion(work, id, version, alignment)
  const { slide_id, image_id, moving_slide_id, moving_image_id } = shown
  work.record({ id, details: { slide_id, image_id, moving_slide_id, moving_image_id, changes } })
  return viewRegistration(await findRegistration(tx, id))
}
