import { eq } from 'drizzle-orm'
import { registrations } from '../../platform/db/schema/index.ts'
import { findSlide } from '../slides/queries.ts'
import type { AuditedWork } from '../work.ts'
import { refuseArchived } from './aligned-images.ts'
import { lockRegistration } from './queries.ts'
import { viewRegistration } from './view.ts'

/** For good, with its history; the audit log keeps how it was last. */
export async function deleteRegistration(work: AuditedWork, id: string): Promise<void> {
  const found = viewRegistration(await lockRegistration(work.tx, id))
  refuseArchived((await findSlide(work.tx, found.slide_id)).project)
  await work.tx.delete(registrations).where(eq(registrations.id, id))
  const { slide_id, image_id, moving_slide_id, moving_image_id, version } = found
  const { method, model, mirrored, affine, pairs, residual, confidence } = found
  const alignment = { method, model, mirrored, affine, pairs, residual, confidence }
  work.record({
    id,
    details: { slide_id, image_id, moving_slide_id, moving_image_id, version, alignment },
  })
}
