import type { summariseAnnotations as summariseAnnotationsRoute } from '@cresyl/contract/annotation-views'
import type { RouteReply } from '@cresyl/contract/route'
import { and, asc, count, desc, isNull, sql } from 'drizzle-orm'
import { annotations } from '../../platform/db/schema/index.ts'
import type { Work } from '../work.ts'
import { type AnnotationFilter, fitting, isOnSlide, matching } from './queries.ts'
import { classificationOf } from './view.ts'

type Summary = RouteReply<typeof summariseAnnotationsRoute>

const shownTags = 200

export async function summariseAnnotations({ tx }: Work, filter: AnnotationFilter): Promise<Summary> {
  // Added up slide by slide first: asking of each annotation whether its slide is there would cost more than adding.
  const bySlide = tx
    .select({
      organizationId: annotations.organizationId,
      slideId: annotations.slideId,
      name: annotations.className,
      color: annotations.classColor,
      review: annotations.review,
      count: sql<number>`count(*)`.mapWith(Number).as('count'),
      area: sql<number>`sum(${annotations.areaPx})`.mapWith(Number).as('area'),
      length: sql<number>`sum(${annotations.lengthPx})`.mapWith(Number).as('length'),
    })
    .from(annotations)
    .where(and(fitting(filter), isNull(annotations.deletedAt)))
    .groupBy(
      annotations.organizationId,
      annotations.slideId,
      annotations.className,
      annotations.classColor,
      annotations.review,
    )
    .as('by_slide')
  const rows = await tx
    .select()
    .from(bySlide)
    .where(isOnSlide(bySlide.organizationId, bySlide.slideId))
    .orderBy(asc(bySlide.name), asc(bySlide.color))
  const tag = sql<string>`unnest(${annotations.tags})`
  const tags = await tx
    .select({ tag, count: count() })
    .from(annotations)
    .where(and(matching(filter), isNull(annotations.deletedAt), sql`${annotations.tags} <> '{}'`))
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
