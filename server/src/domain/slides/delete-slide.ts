import { and, eq, isNull } from 'drizzle-orm'
import { images, slides } from '../../platform/db/schema/index.ts'
import { placesOf } from '../audit/places.ts'
import type { AuditedWork } from '../work.ts'
import { lockSlide } from './queries.ts'

/**
 * Hides the slide and its images until it is restored or purged. Deleting what is already deleted changes nothing.
 */
export async function deleteSlide(work: AuditedWork, id: string): Promise<void> {
  const { tx, now } = work
  const { slide } = await lockSlide(tx, id)
  if (slide.deletedAt !== null) return
  await tx
    .update(slides)
    .set({ deletedAt: now, updatedAt: now, version: slide.version + 1 })
    .where(eq(slides.id, id))
  await tx
    .update(images)
    .set({ deletedAt: now, updatedAt: now })
    .where(and(eq(images.slideId, id), isNull(images.deletedAt)))
  work.record({ id, details: placesOf(slide) })
}
