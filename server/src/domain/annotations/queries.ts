import type { annotationFilters, listAnnotations } from '@cresyl/contract/annotations/annotations'
import type { RouteRequest } from '@cresyl/contract/api/route'
import {
  and,
  asc,
  count,
  eq,
  inArray,
  isNotNull,
  isNull,
  like,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/db/database.ts'
import {
  annotationCells,
  annotationGeometries,
  annotations,
  cellSides,
  images,
  projects,
  slides,
  users,
} from '../../platform/db/schema/index.ts'
import { searchPatterns } from '../../platform/text.ts'
import { among } from '../among.ts'
import { pickPerson, type Rows, readTotal, refuseUnknown, rowLimit, sortBy } from '../resource.ts'
import type { AnnotationDetails } from './view.ts'

export type AnnotationQuery = RouteRequest<typeof listAnnotations>['query']
export type AnnotationFilter = Pick<AnnotationQuery, keyof typeof annotationFilters>

const sortColumns = {
  created_at: annotations.createdAt,
  updated_at: annotations.updatedAt,
  name: annotations.name,
  area_px: annotations.areaPx,
  class: annotations.className,
}

/** Which ones, narrow rows tell: corners and people are looked up for one page. */
export async function selectAnnotations(
  tx: Tx,
  organizationId: string,
  query: AnnotationQuery,
): Promise<Rows<AnnotationDetails>> {
  const kept = await findKept(tx, query)
  // Of pages that lie in memory as well as elsewhere, the index is less to read than all rows.
  if (query.search) await tx.execute(sql`set local random_page_cost = 1`)
  const page = await tx
    .select({
      id: annotations.id,
      // Where it isn't kept, of the same look at all of them: a second one would cost as much again.
      total: kept === undefined ? sql<number>`count(*) over ()`.mapWith(Number) : sql<number>`${kept}::int`,
    })
    .from(annotations)
    .where(and(matching(query, organizationId), isThere(query.deleted)))
    .orderBy(...sortBy(query.ordering, sortColumns, annotations.id))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
  const ids = page.map(({ id }) => id)
  const found = await findDetails(tx, ids)
  return {
    count:
      page[0]?.total ?? kept ?? (query.offset > 0 ? await countAnnotations(tx, organizationId, query) : 0),
    results: ids.flatMap((id) => found.get(id) ?? []),
  }
}

type Counted = AnnotationFilter & Pick<AnnotationQuery, 'deleted'>

export async function countAnnotations(tx: Tx, organizationId: string, query: Counted): Promise<number> {
  const kept = await findKept(tx, query)
  if (kept !== undefined) return kept
  return readTotal(
    tx
      .select({ total: count() })
      .from(annotations)
      .where(and(matching(query, organizationId), isThere(query.deleted))),
  )
}

/** How many there are, where that is known without counting them. */
async function findKept(tx: Tx, query: Counted): Promise<number | undefined> {
  return isOfImage(query) ? countKept(tx, query.image_id ?? []) : undefined
}

/** Whether all annotations of an image are meant. */
export function isOfImage({ image_id: images, deleted, search, ...filter }: Counted) {
  const { id, slide_id, class: classes, author_id, assignee_id, review, tag } = filter
  const others = [id, slide_id, classes, author_id, assignee_id, review, tag]
  return images?.length === 1 && !deleted && !search && others.every((each) => each === undefined)
}

/** As the squares of an image tell it, which are far fewer; undefined where the image or its slide was deleted. */
async function countKept(tx: Tx, imageIds: readonly string[]): Promise<number | undefined> {
  const [row] = await tx
    .select({
      total: sql<number>`(select coalesce(sum(${annotationCells.annotations}), 0) from ${annotationCells}
        where ${annotationCells.imageId} = ${images.id} and ${annotationCells.side} = ${cellSides[1]})`.mapWith(
        Number,
      ),
    })
    .from(images)
    .innerJoin(slides, and(eq(slides.id, images.slideId), isNull(slides.deletedAt)))
    .where(and(inArray(images.id, [...imageIds]), isNull(images.deletedAt)))
  return row?.total
}

const [authors, editors, assignees] = [
  alias(users, 'authors'),
  alias(users, 'editors'),
  alias(users, 'assignees'),
]

/** With everything that is shown of them, by id. */
export async function findDetails(tx: Tx, ids: readonly string[]): Promise<Map<string, AnnotationDetails>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({
      annotation: annotations,
      bytes: annotationGeometries.bytes,
      author: pickPerson(authors),
      editor: pickPerson(editors),
      assignee: pickPerson(assignees),
    })
    .from(annotations)
    .innerJoin(
      annotationGeometries,
      and(
        eq(annotationGeometries.organizationId, annotations.organizationId),
        eq(annotationGeometries.annotationId, annotations.id),
        eq(annotationGeometries.version, annotations.geometryVersion),
      ),
    )
    .leftJoin(authors, eq(authors.id, annotations.createdBy))
    .leftJoin(editors, eq(editors.id, annotations.updatedBy))
    .leftJoin(assignees, eq(assignees.id, annotations.assigneeId))
    .where(sql`${annotations.id} = any (${sql.param(ids)}::uuid[])`)
  return new Map(rows.map((row) => [row.annotation.id, row]))
}

export async function findAnnotation(tx: Tx, id: string): Promise<AnnotationDetails> {
  const [place] = await placesOfAnnotations(tx, [id])
  const found = place && (await findDetails(tx, [id])).get(id)
  return found ?? refuseUnknown(unknownAnnotation)
}

/** The annotations, held until the transaction ends so that two edits come one after the other; by id. */
export async function lockAnnotations(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, AnnotationDetails & { archived: boolean }>> {
  if (ids.length === 0) return new Map()
  await tx
    .select({ id: annotations.id })
    .from(annotations)
    .where(inArray(annotations.id, [...ids]))
    .orderBy(asc(annotations.id))
    .for('update')
  const places = await placesOfAnnotations(tx, ids)
  const details = await findDetails(
    tx,
    places.map(({ id }) => id),
  )
  return new Map(
    places.flatMap(({ id, archivedAt }) => {
      const found = details.get(id)
      return found ? [[id, { ...found, archived: archivedAt !== null }] as const] : []
    }),
  )
}

/** Of those whose slide is there: whether its project is archived. */
async function placesOfAnnotations(tx: Tx, ids: readonly string[]) {
  return tx
    .select({ id: annotations.id, archivedAt: projects.archivedAt })
    .from(annotations)
    .innerJoin(slides, and(eq(slides.id, annotations.slideId), isNull(slides.deletedAt)))
    .leftJoin(projects, and(eq(projects.id, slides.projectId), isNull(projects.deletedAt)))
    .where(inArray(annotations.id, [...ids]))
}

export const unknownAnnotation = 'This annotation does not exist or was deleted.'

const isThere = (deleted: boolean | undefined): SQL =>
  deleted ? isNotNull(annotations.deletedAt) : isNull(annotations.deletedAt)

/** Of slides that are there. */
export const matching = (query: AnnotationFilter, organizationId?: string): SQL | undefined =>
  and(
    fitting(query, organizationId),
    isOnKnownSlide(query) ?? isOnSlide(annotations.organizationId, annotations.slideId),
  )

/**
 * Of one image or slide this is asked once. Asked of each annotation, the database takes what is left for a few rows, and
 * sorts all annotations of the image instead of reading the first ones by their index.
 */
function isOnKnownSlide({
  image_id: imageIds = [],
  slide_id: slideIds = [],
}: AnnotationFilter): SQL | undefined {
  const [imageId, slideId] = [imageIds[0], slideIds[0]]
  const there = isNull(slides.deletedAt)
  if (slideIds.length === 1 && slideId !== undefined)
    return sql`exists (select from ${slides} where ${slides.id} = ${slideId} and ${there})`
  if (imageIds.length === 1 && imageId !== undefined)
    return sql`exists (select from ${images} inner join ${slides}
      on ${slides.organizationId} = ${images.organizationId} and ${slides.id} = ${images.slideId}
      where ${images.id} = ${imageId} and ${there})`
  return undefined
}

export const isOnSlide = (organizationId: SQLWrapper, slideId: SQLWrapper): SQL =>
  sql`exists (select from ${slides} where ${slides.organizationId} = ${organizationId}
    and ${slides.id} = ${slideId} and ${slides.deletedAt} is null)`

/**
 * Whether their slide is there or not. Where the organisation is named, the database asks once whose they are; else of
 * each, which costs as much as all the rest.
 */
export function fitting(query: AnnotationFilter, organizationId?: string): SQL | undefined {
  const { class: classes = [], tag = [] } = query
  const named = classes.filter((name) => name !== '')
  return and(
    organizationId === undefined ? undefined : eq(annotations.organizationId, organizationId),
    // As one list: there may be more than a statement takes parameters.
    query.id?.length ? sql`${annotations.id} = any (${sql.param(query.id)}::uuid[])` : undefined,
    among(annotations.slideId, query.slide_id),
    among(annotations.imageId, query.image_id),
    or(
      among(annotations.className, named),
      named.length < classes.length ? isNull(annotations.className) : undefined,
    ),
    among(annotations.createdBy, query.author_id),
    among(annotations.assigneeId, query.assignee_id),
    among(annotations.review, query.review),
    tag.length > 0 ? sql`${annotations.tags} && ${sql.param(tag)}::text[]` : undefined,
    hasWords(query, organizationId),
  )
}

/**
 * Nearly all have few words, which an index holds: with the others beside them, found by an index of their own, no row
 * is read for its words.
 */
function hasWords(
  { search, image_id, slide_id }: AnnotationFilter,
  organizationId: string | undefined,
): SQL | undefined {
  const patterns = searchPatterns(search ?? '')
  if (patterns.length === 0) return undefined
  const long = alias(annotations, 'long')
  const every = (column: PgColumn) => patterns.map((pattern) => like(column, pattern))
  return sql`((${and(...every(annotations.searchShort))}) or ${annotations.id} = any (array(
    select ${long.id} from ${annotations} as long where ${and(
      organizationId === undefined ? undefined : eq(long.organizationId, organizationId),
      among(long.imageId, image_id),
      among(long.slideId, slide_id),
      isNull(long.searchShort),
      ...every(long.searchKey),
    )})))`
}
