import type { listRecentSlides as listRecentSlidesRoute, RecentSlide } from '@cresyl/contract/dashboard'
import type { RouteRequest } from '@cresyl/contract/route'
import { and, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { slides, views } from '../../platform/db/schema/index.ts'
import { type Rows, rowLimit } from '../paging.ts'
import type { Member, Work } from '../work.ts'
import { viewSlides } from './parts.ts'
import { withDetails } from './queries.ts'

type RecentQuery = RouteRequest<typeof listRecentSlidesRoute>['query']

/** The slides that the member opened last and that are still there, the newest first. */
export async function listRecentSlides(work: Work, query: RecentQuery): Promise<Rows<RecentSlide>> {
  const { tx, member } = work
  const page = await tx
    .select({ id: slides.id, openedAt: views.openedAt })
    .from(views)
    .innerJoin(slides, isViewed)
    .where(isOwn(member))
    .orderBy(desc(views.openedAt), desc(views.subjectId))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
  const [total] = await tx
    .select({ slides: count() })
    .from(views)
    .innerJoin(slides, isViewed)
    .where(isOwn(member))
  const found = await withDetails(tx).where(
    sql`${slides.id} = any (${sql.param(page.map(({ id }) => id))}::uuid[])`,
  )
  const shown = new Map((await viewSlides(work, found)).map((slide) => [slide.id, slide]))
  const results = page.flatMap(({ id, openedAt }) => {
    const slide = shown.get(id)
    return slide ? [{ slide, viewed_at: openedAt.toISOString() }] : []
  })
  return { count: total?.slides ?? 0, results }
}

const isViewed = and(
  eq(slides.organizationId, views.organizationId),
  eq(slides.id, views.subjectId),
  isNull(slides.deletedAt),
)

/** Looking at a label is a view of its own, beside that of the slide. */
function isOwn({ userId, organizationId }: Member): SQL | undefined {
  return and(eq(views.organizationId, organizationId), eq(views.userId, userId), eq(views.identifying, false))
}
