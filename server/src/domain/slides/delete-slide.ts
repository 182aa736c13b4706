import type { Slide } from '@cresyl/contract/slides/slides'
import { and, eq, isNull } from 'drizzle-orm'
import { images, slides } from '../../platform/db/schema/index.ts'
import { placesOf } from '../audit/record.ts'
import type { AuditedWork } from '../work.ts'
import { viewOneSlide } from './parts.ts'
import { findSlide, lockSlide } from './queries.ts'

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

/** Brings a deleted slide back with the images that went with it. */
export async function restoreSlide(work: AuditedWork, id: string): Promise<Slide> {
  const { tx, now } = work
  const found = await lockSlide(tx, id)
  const { deletedAt, version } = found.slide
  if (deletedAt === null) return viewOneSlide(work, found)
  await tx
    .update(images)
    .set({ deletedAt: null, updatedAt: now })
    .where(and(eq(images.slideId, id), eq(images.deletedAt, deletedAt)))
  await tx
    .update(slides)
    .set({ deletedAt: null, updatedAt: now, version: version + 1 })
    .where(eq(slides.id, id))
  work.record({ id, details: placesOf(found.slide) })
  return viewOneSlide(work, await findSlide(tx, id))
}
