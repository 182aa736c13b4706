import type { summariseAnnotations as summariseAnnotationsRoute } from '@cresyl/contract/annotations/annotation-views'
import type { RouteReply } from '@cresyl/contract/api/route'
import { and, asc, count, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/db/database.ts'
import { annotationSums, annotations, images, slides } from '../../platform/db/schema/index.ts'
import type { Work } from '../work.ts'
import { type AnnotationFilter, fitting, isOfImage, isOnSlide, matching } from './queries.ts'
import { classificationOf } from './view.ts'

type Summary = RouteReply<typeof summariseAnnotationsRoute>

const shownTags = 200

export async function summariseAnnotations({ tx, member }: Work, filter: AnnotationFilter): Promise<Summary> {
  const { organizationId } = member
  const rows = isOfImage(filter) ? await readSums(tx, filter) : await addUp(tx, organizationId, filter)
  const tag = sql<string>`unnest(${annotations.tags})`
  const tags = await tx
    .select({ tag, count: count() })
    .from(annotations)
    .where(
      and(matching(filter, organizationId), isNull(annotations.deletedAt), sql`${annotations.tags} <> '{}'`),
    )
    .groupBy(sql`1`)
    .orderBy(desc(sql`2`), asc(sql`1`))
    .limit(shownTags)

  const classes = new Map<string, Summary['classes'][number]>()
  const reviews = { open: 0, accepted: 0, rejected: 0 }
  for (const { name, color, review, count: some, area, length } of rows) {
    reviews[review] += some
    const key = JSON.stringify([name, color])
    const known = classes.get(key)
    classes.set(key, {
      classification: classificationOf(name, color),
      count: (known?.count ?? 0) + some,
      area_px: (known?.area_px ?? 0) + area,
      length_px: (known?.length_px ?? 0) + length,
    })
  }
  return {
    count: reviews.open + reviews.accepted + reviews.rejected,
    classes: [...classes.values()],
    reviews,
    tags,
  }
}

/** Of all annotations of an image, as the database keeps it; nothing where the image or its slide was deleted. */
function readSums(tx: Tx, { image_id: imageIds = [] }: AnnotationFilter) {
  const { className: name, classColor: color, review } = annotationSums
  const sum = (column: PgColumn) => sql<number>`sum(${column})`.mapWith(Number)
  return tx
    .select({
      name,
      color,
      review,
      count: sum(annotationSums.annotations),
      area: sum(annotationSums.areaPx),
      length: sum(annotationSums.lengthPx),
    })
    .from(annotationSums)
    .innerJoin(images, and(eq(images.id, annotationSums.imageId), isNull(images.deletedAt)))
    .innerJoin(slides, and(eq(slides.id, images.slideId), isNull(slides.deletedAt)))
    .where(inArray(annotationSums.imageId, [...imageIds]))
    .groupBy(name, color, review)
    .having(gt(sum(annotationSums.annotations), 0))
    .orderBy(asc(name), asc(color))
}

/** Slide by slide first: asking of each annotation whether its slide is there would cost more than adding. */
function addUp(tx: Tx, organizationId: string, filter: AnnotationFilter) {
  const { className: name, classColor: color, review } = annotations
  const bySlide = tx
    .select({
      organizationId: annotations.organizationId,
      slideId: annotations.slideId,
      name,
      color,
      review,
      count: sql<number>`count(*)`.mapWith(Number).as('count'),
      area: sql<number>`sum(${annotations.areaPx})`.mapWith(Number).as('area'),
      length: sql<number>`sum(${annotations.lengthPx})`.mapWith(Number).as('length'),
    })
    .from(annotations)
    .where(and(fitting(filter, organizationId), isNull(annotations.deletedAt)))
    .groupBy(annotations.organizationId, annotations.slideId, name, color, review)
    .as('by_slide')
  return tx
    .select()
    .from(bySlide)
    .where(isOnSlide(bySlide.organizationId, bySlide.slideId))
    .orderBy(asc(bySlide.name), asc(bySlide.color))
}
