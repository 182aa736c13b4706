import type { RouteRequest } from '@cresyl/contract/api/route'
import type {
  listRecentSlides as listRecentSlidesRoute,
  listUploaders as listUploadersRoute,
  RecentSlide,
} from '@cresyl/contract/lab/dashboard'
import type { Slide } from '@cresyl/contract/slides/slides'
import { and, asc, desc, eq, exists, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { slides, users, views } from '../../platform/db/schema/index.ts'
import { requirePermission } from '../access.ts'
import { among } from '../among.ts'
import { type Person, pickPerson, type Rows, rowLimit } from '../resource.ts'
import type { Member, Work } from '../work.ts'
import { viewOneSlide, viewSlides } from './parts.ts'
import {
  countSlides,
  findNames,
  findSlide,
  isUnsorted,
  type SlideQuery,
  selectSlides,
  withDetails,
} from './queries.ts'

export async function listSlides(work: Work, query: SlideQuery): Promise<Rows<Slide>> {
  const { tx, member } = work
  if (query.state === 'deleted') requirePermission(member, 'delete:slides')
  const names = await findNames(tx, query)
  const count = await countSlides(tx, query, names)
  // Where none is left the database would look through all to find none.
  const found = count > query.offset ? await selectSlides(tx, query, names) : []
  return { count, results: await viewSlides(work, found) }
}

export async function readSlide(work: Work, id: string): Promise<Slide> {
  return viewOneSlide(work, await findSlide(work.tx, id))
}

type RecentQuery = RouteRequest<typeof listRecentSlidesRoute>['query']

/** What is further back is found by searching. */
const mostRecent = 200

/** The slides that the member opened last and that are still there, newest first. */
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

type UploaderQuery = RouteRequest<typeof listUploadersRoute>['query']

/** People who uploaded slides, in all or in some projects; by name. */
export async function listUploaders({ tx, member }: Work, query: UploaderQuery): Promise<Rows<Person>> {
  const own = tx
    .select({ id: slides.id })
    .from(slides)
    .where(
      and(
        eq(slides.organizationId, member.organizationId),
        eq(slides.createdBy, users.id),
        isNull(slides.deletedAt),
        or(among(slides.projectId, query.project_id), query.unsorted ? isUnsorted : undefined),
      ),
    )
  const results = await tx
    .select(pickPerson(users))
    .from(users)
    .where(exists(own))
    .orderBy(asc(users.nameKey), asc(users.id))
  return { count: results.length, results }
}
