import type { listRecentSlides as listRecentSlidesRoute, RecentSlide } from '@cresyl/contract/dashboard'
import type { RouteRequest } from '@cresyl/contract/route'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { slides, views } from '../../platform/db/schema/index.ts'
import { type Rows, rowLimit } from '../resource.ts'
import type { Member, Work } from '../work.ts'
import { viewSlides } from './parts.ts'
import { withDetails } from './queries.ts'

type RecentQuery = RouteRequest<typeof listRecentSlidesRoute>['query']

/** What is further back is found by searching. */
const mostRecent = 200

/** The slides that the member opened last and that are still there, the newest first. */
export async function listRecentSlides(work: Work, query: RecentQuery): Promise<Rows<RecentSlide>> {
  const { tx, member } = work
  const opened = await selectOpened(tx, member)
  const page = opened.slice(query.offset, query.offset + rowLimit(query.limit))
  const found = await withDetails(tx).where(
    sql`${slides.id} = any (${sql.param(page.map(({ id }) => id))}::uuid[])`,
  )
  const shown = new Map((await viewSlides(work, found)).map((slide) => [slide.id, slide]))
  const results = page.flatMap(({ id, openedAt }) => {
    const slide = shown.get(id)
    return slide ? [{ slide, viewed_at: openedAt.toISOString() }] : []
  })
  return { count: opened.length, results }
}

/** Looking at a label is a view of its own, beside that of the slide. */
async function selectOpened(tx: Tx, { userId, organizationId }: Member) {
  return tx
    .select({ id: slides.id, openedAt: views.openedAt })
    .from(views)
    .innerJoin(
      slides,
      and(
        eq(slides.organizationId, views.organizationId),
        eq(slides.id, views.subjectId),
        isNull(slides.deletedAt),
      ),
    )
    .where(
      and(eq(views.organizationId, organizationId), eq(views.userId, userId), eq(views.identifying, false)),
    )
    .orderBy(desc(views.openedAt), desc(views.subjectId))
    .limit(mostRecent)
}
