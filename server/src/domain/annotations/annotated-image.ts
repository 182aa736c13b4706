import { ApiError } from '@cresyl/contract/api/errors'
import { annotationLimits } from '@cresyl/contract/api/limits'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { annotationCells, projects, slides } from '../../platform/db/schema/index.ts'
import { maySeeLabels } from '../images/labels.ts'
import { findImage, noSuchImage } from '../images/queries.ts'
import { type ReadyImage, requireReady } from '../viewers/read-pyramid.ts'
import type { Work } from '../work.ts'

export type AnnotatedImage = ReadyImage & { slideId: string }

/** An image that can be annotated, of a slide that is there and in no archive. */
export async function findAnnotatable(work: Work, imageId: string): Promise<AnnotatedImage> {
  const image = await findAnnotated(work, imageId)
  if (image.kind !== 'source' && image.kind !== 'output') {
    const detail = 'Only scans and images made by predictors can be annotated.'
    throw new ApiError('invalid_input', { detail, fields: { image_id: [detail] } })
  }
  const [slide] = await work.tx
    .select({ archivedAt: projects.archivedAt })
    .from(slides)
    .leftJoin(projects, and(eq(projects.id, slides.projectId), isNull(projects.deletedAt)))
    .where(and(eq(slides.id, image.slideId), isNull(slides.deletedAt)))
  if (slide === undefined) throw noSuchImage()
  if (slide.archivedAt !== null) refuseArchived()
  return image
}

/** An image that can be opened, whoever may change it. */
export async function findAnnotated({ tx, member }: Work, imageId: string): Promise<AnnotatedImage> {
  const image = requireReady(await findImage(tx, imageId, { labels: await maySeeLabels(tx, member) }))
  if (image.slideId === null || image.deletedAt !== null) throw noSuchImage()
  return { ...image, slideId: image.slideId }
}

export function refuseArchived(): never {
  throw new ApiError('archived', {
    detail:
      'This slide is in an archived project and its annotations cannot be changed. Unarchive the project first.',
  })
}

/** Refuses more than an image may have. */
export async function requireRoom({ tx }: Work, { id }: AnnotatedImage, more: number): Promise<void> {
  const [row] = await tx
    .select({ total: sql<number>`coalesce(sum(${annotationCells.annotations}), 0)`.mapWith(Number) })
    .from(annotationCells)
    .where(and(eq(annotationCells.imageId, id), eq(annotationCells.side, 1024)))
  if ((row?.total ?? 0) + more <= annotationLimits.ofImage) return
  const most = annotationLimits.ofImage.toLocaleString('en')
  throw new ApiError('too_many', {
    detail: `An image has up to ${most} annotations. Delete some that are no longer needed.`,
  })
}
