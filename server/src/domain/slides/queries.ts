import { ApiError } from '@cresyl/contract/errors'
import type { RouteRequest } from '@cresyl/contract/route'
import type { listSlides, slideFilter } from '@cresyl/contract/slides'
import { and, asc, count, desc, eq, gte, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/db/database.ts'
import { files, images, projects, slides, stainers, tissues, users } from '../../platform/db/schema/index.ts'
import { searchPatterns } from '../../platform/text.ts'
import { among } from '../among.ts'
import { rowLimit } from '../paging.ts'
import type { SlideDetails } from './view.ts'

export type SlideQuery = RouteRequest<typeof listSlides>['query']
/** Which slides a list shows, whatever its page and order. */
export type SlideFilter = Pick<SlideQuery, keyof typeof slideFilter>

const sortColumns = {
  name: slides.searchKey,
  created_at: slides.createdAt,
  updated_at: slides.updatedAt,
  size: files.size,
}

export async function selectSlides(tx: Tx, query: SlideQuery): Promise<SlideDetails[]> {
  return withDetails(tx)
    .where(and(matching(query), standsBefore(query)))
    .orderBy(...ordering(query.ordering))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
}

export async function countSlides(tx: Tx, query: SlideQuery): Promise<number> {
  const counted = tx.select({ total: count() }).from(slides).$dynamic()
  // Of all orders only that by size needs the file.
  if (query.before_id !== undefined) counted.innerJoin(files, isFileOf)
  const [row] = await counted.where(and(matching(query), standsBefore(query)))
  return row?.total ?? 0
}

export async function findSlide(tx: Tx, id: string): Promise<SlideDetails> {
  const [found] = await withDetails(tx).where(eq(slides.id, id))
  return found ?? refuseUnknown()
}

/** The slide, held until the transaction ends so that two edits come one after the other. */
export async function lockSlide(tx: Tx, id: string): Promise<SlideDetails> {
  const [found] = await withDetails(tx).where(eq(slides.id, id)).for('update', { of: slides })
  return found ?? refuseUnknown()
}

function refuseUnknown(): never {
  throw new ApiError('not_found', { detail: 'There is no such slide, or it was deleted.' })
}

export function withDetails(tx: Tx) {
  return tx
    .select({
      slide: slides,
      source: {
        width: images.width,
        height: images.height,
        mppX: images.mppX,
        mppY: images.mppY,
        objective: images.objective,
        vendor: images.vendor,
        scannedAt: images.scannedAt,
      },
      size: files.size,
      author: { id: users.id, name: users.name, picture: users.picture },
      project: { id: projects.id, name: projects.name, archivedAt: projects.archivedAt },
      tissue: { id: tissues.id, organ: tissues.organ, species: tissues.species },
      stainer: { id: stainers.id, stainType: stainers.stainType },
    })
    .from(slides)
    .innerJoin(images, and(ofSlide(images), eq(images.id, slides.sourceImageId)))
    .innerJoin(files, isFileOf)
    .leftJoin(users, eq(users.id, slides.createdBy))
    .leftJoin(projects, and(ofSlide(projects), eq(projects.id, slides.projectId), isNull(projects.deletedAt)))
    .leftJoin(tissues, and(ofSlide(tissues), eq(tissues.id, slides.tissueId)))
    .leftJoin(stainers, and(ofSlide(stainers), eq(stainers.id, slides.stainerId)))
}

const isFileOf = and(eq(files.organizationId, slides.organizationId), eq(files.id, slides.fileId))

function ofSlide(table: { organizationId: PgColumn }): SQL {
  return eq(table.organizationId, slides.organizationId)
}

export function matching(query: SlideFilter): SQL | undefined {
  const patterns = searchPatterns(query.search ?? '')
  return and(
    query.state === 'deleted' ? isNotNull(slides.deletedAt) : isNull(slides.deletedAt),
    or(among(slides.projectId, query.project_id), query.unsorted ? isUnsorted : undefined),
    or(among(slides.tissueId, query.tissue_id), query.without_tissue ? isNull(slides.tissueId) : undefined),
    or(
      among(slides.stainerId, query.stainer_id),
      query.without_stainer ? isNull(slides.stainerId) : undefined,
    ),
    among(slides.qcState, query.qc_state),
    among(slides.createdBy, query.created_by),
    query.created_after === undefined ? undefined : gte(slides.createdAt, new Date(query.created_after)),
    query.created_before === undefined ? undefined : lt(slides.createdAt, new Date(query.created_before)),
    patterns.length > 0
      ? sql`${slides.id} in (select slides_matching(${sql.param(patterns)}::text[]))`
      : undefined,
  )
}

/** In no project, or in one that was deleted. */
export const isUnsorted = sql`not exists (
  select from projects where projects.id = ${slides.projectId} and projects.deleted_at is null)`

function ordering(key: SlideQuery['ordering']): SQL[] {
  const { column, isDescending } = sortingBy(key)
  return [isDescending ? desc(column) : asc(column), asc(slides.id)]
}

function sortingBy(key: SlideQuery['ordering']): { column: PgColumn; isDescending: boolean } {
  const isDescending = key.startsWith('-')
  const name = isDescending ? key.slice(1) : key
  return { column: sortColumns[name as keyof typeof sortColumns], isDescending }
}

/** Before the given slide in the order of the list; nothing stands before one that is not there. */
function standsBefore({ before_id: id, ordering: key }: SlideQuery): SQL | undefined {
  if (id === undefined) return undefined
  const { column, isDescending } = sortingBy(key)
  const theirs = sql`(
    select ${sql.identifier(column.name)} from ${column.table} where id = ${
      column.table === files ? sql`(select file_id from ${slides} where id = ${id})` : sql`${id}`
    })`
  const goesFirst = isDescending ? sql`${column} > ${theirs}` : sql`${column} < ${theirs}`
  return sql`(${goesFirst} or (${column} = ${theirs} and ${slides.id} < ${id}))`
}
