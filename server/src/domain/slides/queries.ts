import type { RouteRequest } from '@cresyl/contract/api/route'
import type { listSlides, slideFilter } from '@cresyl/contract/slides/slides'
import { and, count, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/db/database.ts'
import {
  images,
  projects,
  qcJobs,
  slideCounts,
  slides,
  stainers,
  tissues,
  users,
} from '../../platform/db/schema/index.ts'
import { searchPatterns, searchWords } from '../../platform/text.ts'
import { among, amongIds, within } from '../among.ts'
import { findRow, pickPerson, readTotal, rowLimit, sortBy } from '../resource.ts'
import type { SlideDetails } from './view.ts'

export type SlideQuery = RouteRequest<typeof listSlides>['query']
/** Which slides a list shows, whatever its page and order. */
export type SlideFilter = Pick<SlideQuery, keyof typeof slideFilter>

const sortColumns = {
  name: slides.searchKey,
  created_at: slides.createdAt,
  updated_at: slides.updatedAt,
  size: slides.size,
}

/** Which ones, indexes tell: what is shown of them is looked up for one page, not for all that it is chosen from. */
export async function selectSlides(tx: Tx, query: SlideQuery, found: FoundNames): Promise<SlideDetails[]> {
  const page = await tx
    .select({ id: slides.id })
    .from(slides)
    .where(and(matching(query, found), standsBefore(query)))
    .orderBy(...sortBy(query.ordering, sortColumns, slides.id))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
  return withDetails(tx)
    .where(sql`${slides.id} = any (${sql.param(page.map(({ id }) => id))}::uuid[])`)
    .orderBy(...sortBy(query.ordering, sortColumns, slides.id))
}

export async function countSlides(tx: Tx, query: SlideQuery, found: FoundNames): Promise<number> {
  if (asksOnlyBy(query, ['project_id', 'unsorted'])) return countByPlace(tx, query)
  if (found === 'many' && asksOnlyBy(query, ['search'])) return countByName(tx, query)
  let total = 0
  for (const range of rangesOf(query)) {
    const [row] = await tx
      .select({ total: count() })
      .from(slides)
      .where(and(matching(range, found), standsBefore(range)))
    total += row?.total ?? 0
  }
  return total
}

/** These or none are two ranges of an index, and where nothing else is asked it is read from one to the other. */
function rangesOf(query: SlideQuery): SlideQuery[] {
  if (query.tissue_id?.length && query.without_tissue && asksOnlyBy(query, ['tissue_id', 'without_tissue']))
    return [
      { ...query, without_tissue: false },
      { ...query, tissue_id: [] },
    ]
  if (
    query.stainer_id?.length &&
    query.without_stainer &&
    asksOnlyBy(query, ['stainer_id', 'without_stainer'])
  )
    return [
      { ...query, without_stainer: false },
      { ...query, stainer_id: [] },
    ]
  return [query]
}

/** Whether nothing else than these filters chooses among what isn't deleted. */
function asksOnlyBy(query: SlideQuery, filters: readonly (keyof SlideFilter)[]): boolean {
  const { limit, offset, ordering, state, ...rest } = query
  const others = Object.entries(rest).filter(([key]) => !filters.some((filter) => filter === key))
  // Other flags add to what is found; this one chooses either way.
  const isOff = (key: string, value: unknown) => value === false && key !== 'qc_overridden'
  return (
    state !== 'deleted' &&
    others.every(([key, value]) => value === undefined || value === '' || isOff(key, value))
  )
}

/** From the counts that are kept of projects. */
async function countByPlace(tx: Tx, { project_id: ids = [], unsorted }: SlideQuery): Promise<number> {
  const isPlace = or(
    amongIds(slideCounts.projectId, ids),
    unsorted ? unsortedIn(slideCounts.projectId) : undefined,
  )
  return readTotal(
    tx
      .select({ total: sql<number>`coalesce(sum(${slideCounts.slides}), 0)`.mapWith(Number) })
      .from(slideCounts)
      .where(isPlace),
  )
}

async function countByName(tx: Tx, { search = '' }: SlideQuery): Promise<number> {
  const { rows } = await tx.execute<{ total: string }>(
    sql`select count_slides_named(${sql.param(searchPatterns(search))}::text[]) as total`,
  )
  return Number(rows[0]?.total ?? 0)
}

/** The ids of those that a search finds, where they are few; `many` where looking through all names is faster. */
export type FoundNames = readonly string[] | 'many'

const fewNames = 2000
/** The index knows words of three letters and more. */
const indexedLength = 3
/** Of the newest slides so many are looked at, and a word that so many of them have is in many names. */
const sample = { slides: 500, common: 10 }

/** To be asked before a list and its count are. */
export async function findNames(tx: Tx, { search = '', state }: SlideFilter): Promise<FoundNames> {
  const patterns = searchPatterns(search)
  const isIndexed = (patterns[0]?.length ?? 0) - 2 >= indexedLength
  if (patterns.length === 0 || (state === 'deleted' && !isIndexed) || (await isCommon(tx, patterns)))
    return 'many'
  const lookUp = sql.identifier(isIndexed ? 'slides_matching' : 'slides_named')
  const { rows } = await tx.execute<{ id: string }>(
    sql`select ${lookUp}(${sql.param(patterns)}::text[]) as id limit ${fewNames + 1}`,
  )
  return rows.length > fewNames ? 'many' : rows.map(({ id }) => id)
}

async function isCommon(tx: Tx, patterns: string[]): Promise<boolean> {
  const { rows } = await tx.execute<{ found: number }>(sql`
    select count(*) filter (where search_key like all (${sql.param(patterns)}::text[]))::int as found
    from (select search_key from slides order by created_at desc limit ${sample.slides}) as newest`)
  return (rows[0]?.found ?? 0) >= sample.common
}

export async function findSlide(tx: Tx, id: string): Promise<SlideDetails> {
  return findRow(withDetails(tx).where(eq(slides.id, id)), unknown)
}

/** The slide, held until the transaction ends so that two edits come one after the other. */
export async function lockSlide(tx: Tx, id: string): Promise<SlideDetails> {
  return findRow(withDetails(tx).where(eq(slides.id, id)).for('update', { of: slides }), unknown)
}

const unknown = 'This slide does not exist or was deleted.'

const overriders = alias(users, 'overriders')

export function withDetails(tx: Tx) {
  return tx
    .select({
      slide: slides,
      source: {
        width: images.width,
        height: images.height,
        mppX: images.mppX,
        mppY: images.mppY,
        fileMppX: images.fileMppX,
        fileMppY: images.fileMppY,
        objective: images.objective,
        vendor: images.vendor,
        scannedAt: images.scannedAt,
      },
      size: slides.size,
      author: pickPerson(users),
      overrider: pickPerson(overriders),
      project: { id: projects.id, name: projects.name, archivedAt: projects.archivedAt },
      tissue: { id: tissues.id, organ: tissues.organ, species: tissues.species },
      stainer: { id: stainers.id, stainType: stainers.stainType },
    })
    .from(slides)
    .innerJoin(images, and(ofSlide(images), eq(images.id, slides.sourceImageId)))
    .leftJoin(users, eq(users.id, slides.createdBy))
    .leftJoin(qcJobs, and(ofSlide(qcJobs), eq(qcJobs.id, slides.qcJobId)))
    .leftJoin(overriders, eq(overriders.id, qcJobs.overriddenBy))
    .leftJoin(projects, and(ofSlide(projects), eq(projects.id, slides.projectId), isNull(projects.deletedAt)))
    .leftJoin(tissues, and(ofSlide(tissues), eq(tissues.id, slides.tissueId)))
    .leftJoin(stainers, and(ofSlide(stainers), eq(stainers.id, slides.stainerId)))
}

function ofSlide(table: { organizationId: PgColumn }): SQL {
  return eq(table.organizationId, slides.organizationId)
}

export function matching(query: SlideFilter, found: FoundNames = 'many'): SQL | undefined {
  return and(
    query.state === 'deleted' ? isNotNull(slides.deletedAt) : isNull(slides.deletedAt),
    or(amongIds(slides.projectId, query.project_id), query.unsorted ? isUnsorted : undefined),
    or(
      amongIds(slides.tissueId, query.tissue_id),
      query.without_tissue ? isNull(slides.tissueId) : undefined,
    ),
    or(
      amongIds(slides.stainerId, query.stainer_id),
      query.without_stainer ? isNull(slides.stainerId) : undefined,
    ),
    among(slides.qcState, query.qc_state),
    query.qc_overridden === undefined ? undefined : eq(slides.qcOverridden, query.qc_overridden),
    amongIds(slides.createdBy, query.created_by),
    within(slides.createdAt, query.created_after, query.created_before),
    isNamed(query, found),
  )
}

function isNamed({ search = '' }: SlideFilter, found: FoundNames): SQL | undefined {
  const words = searchWords(search)
  // Not `like`, which the database takes for rare: it would look through all names instead of those of one page.
  if (found === 'many') return and(...words.map((word) => sql`strpos(${slides.searchKey}, ${word}) > 0`))
  return words.length > 0 ? sql`${slides.id} = any (${sql.param(found)}::uuid[])` : undefined
}

/** In no project, or in one that was deleted. */
const unsortedIn = (column: PgColumn): SQL =>
  sql`(${column} is null or ${column} = any (array(select deleted_projects())))`

export const isUnsorted = unsortedIn(slides.projectId)

/** Before the given slide in the order of the list; nothing stands before one that is not there. */
function standsBefore({ before_id: id, ordering: key }: SlideQuery): SQL | undefined {
  if (id === undefined) return undefined
  const isDescending = key.startsWith('-')
  const column = sortColumns[key.replace('-', '') as keyof typeof sortColumns]
  const theirs = sql`(select ${sql.identifier(column.name)} from ${slides} where id = ${id})`
  const isWithin = isDescending ? sql`${column} >= ${theirs}` : sql`${column} <= ${theirs}`
  return sql`(${isWithin} and (${column} <> ${theirs} or ${slides.id} < ${id}))`
}
