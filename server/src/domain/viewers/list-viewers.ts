import type { RouteRequest } from '@cresyl/contract/api/route'
import type { ImageKind } from '@cresyl/contract/slides/images'
import type { listViewers as listViewersRoute, Viewer } from '@cresyl/contract/slides/viewers'
import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { images, slides } from '../../platform/db/schema/index.ts'
import { among } from '../among.ts'
import { maySeeLabels } from '../images/labels.ts'
import { shownName } from '../images/view.ts'
import { virtualColumn } from '../images/virtual.ts'
import { type Rows, readTotal, rowLimit } from '../resource.ts'
import type { Work } from '../work.ts'

type ViewerQuery = RouteRequest<typeof listViewersRoute>['query']

/** Overlays are drawn over these; label and macro have a place of their own. */
const openedKinds: ImageKind[] = ['source', 'output']

/** What can be opened, slide by slide, first what opens first. */
export async function listViewers({ tx, member }: Work, query: ViewerQuery): Promise<Rows<Viewer>> {
  const labels = await maySeeLabels(tx, member)
  const found = await selectViewers(tx, query)
  const results = found.map((viewer) => ({ ...viewer, name: shownName(viewer, { labels }) }))
  return { count: await countViewers(tx, query), results }
}

async function selectViewers(tx: Tx, query: ViewerQuery): Promise<Viewer[]> {
  return tx
    .select({
      id: slides.id,
      image_id: images.id,
      kind: images.kind,
      name: images.name,
      is_virtual: virtualColumn,
    })
    .from(images)
    .innerJoin(slides, isOwn)
    .where(matching(query))
    .orderBy(
      desc(slides.createdAt),
      asc(slides.id),
      desc(sql`${images.id} = ${slides.imageId}`),
      desc(sql`${images.id} = ${slides.sourceImageId}`),
      asc(images.createdAt),
      asc(images.id),
    )
    .limit(rowLimit(query.limit))
    .offset(query.offset)
}

async function countViewers(tx: Tx, query: ViewerQuery): Promise<number> {
  return readTotal(tx.select({ total: count() }).from(images).innerJoin(slides, isOwn).where(matching(query)))
}

const isOwn = and(eq(slides.organizationId, images.organizationId), eq(slides.id, images.slideId))

function matching({ slide_id, project_id }: ViewerQuery): SQL | undefined {
  return and(
    inArray(images.kind, openedKinds),
    eq(images.state, 'ready'),
    among(images.slideId, slide_id),
    among(slides.projectId, project_id),
  )
}
