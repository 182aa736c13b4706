import { uploadLimits } from '@cresyl/contract/api/limits'
import type { RouteRequest } from '@cresyl/contract/api/route'
import { checkingStates, type FileStatus, type listFiles, statesOf } from '@cresyl/contract/files/files'
import { and, count, eq, inArray, isNull, like, not, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { files, projects, slides, users } from '../../platform/db/schema/index.ts'
import { searchPatterns } from '../../platform/text.ts'
import { among, amongIds, within } from '../among.ts'
import { findRow, pickPerson, readTotal, rowLimit, sortBy } from '../resource.ts'
import type { Member } from '../work.ts'
import type { FileDetails } from './view.ts'

export type FileQuery = RouteRequest<typeof listFiles>['query']

const sortColumns = {
  name: files.searchKey,
  size: files.size,
  created_at: files.createdAt,
  updated_at: files.updatedAt,
}

/** Of the files that are looked for in projects: those that no slide tells the place of, or `many` of them. */
export type FilesApart = readonly string[] | 'many'

const manyFiles = 2000

/** To be asked before a list and its count are, so that it is worked out once. */
export async function findApart(tx: Tx, { project_id: ids = [] }: FileQuery): Promise<FilesApart> {
  if (ids.length === 0 || ids.includes('none')) return []
  const { rows } = await tx.execute<{ id: string }>(
    sql`select files_without_slide(${sql.param(ids)}::uuid[]) as id limit ${manyFiles + 1}`,
  )
  return rows.length > manyFiles ? 'many' : rows.map(({ id }) => id)
}

/** `total`: how many there are on all pages, where that is known. */
export async function selectFiles(
  tx: Tx,
  member: Member,
  query: FileQuery,
  { apart = 'many', total = 0 }: { apart?: FilesApart; total?: number } = {},
): Promise<FileDetails[]> {
  // Which ones, indexes tell: what is shown of them is looked up for one page, not for all that it is chosen from.
  const page = await tx
    .select({ id: files.id })
    .from(files)
    .where(matching(member, query, { apart, inOrder: total > manyFiles }))
    .orderBy(...sortBy(query.ordering, sortColumns, files.id))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
  const ids = page.map(({ id }) => id)
  // As values: of a table that nobody has counted yet, the database would choose the page anew for every file.
  return withDetails(tx)
    .where(sql`${files.id} = any (${sql.param(ids)}::uuid[])`)
    .orderBy(...sortBy(query.ordering, sortColumns, files.id))
}

export async function countFiles(
  tx: Tx,
  member: Member,
  query: FileQuery,
  apart: FilesApart = 'many',
): Promise<number> {
  if (asksOnlyByProject(query)) return countInProjects(tx, query, apart)
  return readTotal(
    tx
      .select({ total: count() })
      .from(files)
      .where(matching(member, query, { apart })),
  )
}

function asksOnlyByProject({ limit, offset, ordering, project_id: ids = [], ...others }: FileQuery): boolean {
  return (
    ids.length > 0 &&
    !ids.includes('none') &&
    Object.values(others).every(
      (value) => value === undefined || value === false || value === '' || isEmptyList(value),
    )
  )
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

/** A slide is of one file, and how many slides projects have is kept. */
async function countInProjects(
  tx: Tx,
  { project_id: ids = [] }: FileQuery,
  apart: FilesApart,
): Promise<number> {
  const { rows } = await tx.execute<{ total: string }>(sql`
    select (select coalesce(sum(slides), 0) from slide_counts where project_id = ${anyOf(ids)})
      + (select count(*) from (${apartIn(ids, apart)}) as apart) as total`)
  return Number(rows[0]?.total ?? 0)
}

const anyOf = (ids: readonly string[]): SQL => sql`any (${sql.param(ids)}::uuid[])`

function apartIn(projectIds: readonly string[], apart: FilesApart): SQL {
  return apart === 'many'
    ? sql`select files_without_slide(${sql.param(projectIds)}::uuid[])`
    : sql`select unnest(${sql.param(apart)}::uuid[])`
}

export async function findFile(tx: Tx, id: string): Promise<FileDetails> {
  return findRow(withDetails(tx).where(eq(files.id, id)), unknown)
}

/** The file, held until the transaction ends so that two who end its upload come one after the other. */
export async function lockFile(tx: Tx, id: string): Promise<FileDetails> {
  return findRow(withDetails(tx).where(eq(files.id, id)).for('update', { of: files }), unknown)
}

const unknown = 'This file does not exist.'

function withDetails(tx: Tx) {
  return tx
    .select({
      file: files,
      author: pickPerson(users),
      slideId: slides.id,
      imageId: slides.imageId,
      qcState: slides.qcState,
      project: { id: projects.id, name: projects.name },
    })
    .from(files)
    .leftJoin(users, eq(users.id, files.createdBy))
    .leftJoin(slides, and(eq(slides.organizationId, files.organizationId), eq(slides.fileId, files.id)))
    .leftJoin(
      projects,
      and(
        eq(projects.organizationId, files.organizationId),
        eq(projects.id, placeNow),
        isNull(projects.deletedAt),
      ),
    )
}

/** A slide may have been moved, or taken out, since its file was sent. */
const placeNow = sql`case when ${slides.id} is null then ${files.projectId} else ${slides.projectId} end`

interface Finding {
  apart: FilesApart
  /** There are so many that going through all in order fills a page soon. */
  inOrder?: boolean
}

function matching({ userId }: Member, query: FileQuery, finding: Finding): SQL | undefined {
  return and(
    among(files.state, query.state),
    among(files.readingState, query.reading_state),
    isIn(query.status),
    isNowIn(query.project_id, finding),
    query.mine ? eq(files.createdBy, userId) : undefined,
    amongIds(files.createdBy, query.created_by),
    isNowOf('tissue_id', query.tissue_id),
    isNowOf('stainer_id', query.stainer_id),
    within(files.createdAt, query.created_after, query.created_before),
    query.slide_id === undefined
      ? undefined
      : sql`${files.id} in (select file_id from slides where id = ${query.slide_id})`,
    isNamed(query.search),
  )
}

function isIn(statuses: readonly FileStatus[] = []): SQL | undefined {
  const conditions = statuses.map((status) => {
    const { state, reading, checking } = statesOf(status)
    return and(
      eq(files.state, state),
      inArray(files.readingState, [...reading]),
      checking === undefined ? undefined : checking ? isChecking : not(isChecking),
    )
  })
  return or(...conditions)
}

/** Few are at a time. */
const isChecking = sql`${files.id} in (
  select file_id from slides where qc_state = any (${sql.param([...checkingStates])}::text[]))`

function isNowIn(projectIds: readonly string[] = [], { apart, inOrder }: Finding): SQL | undefined {
  if (projectIds.length === 0) return undefined
  if (projectIds.includes('none')) return isNowOf('project_id', projectIds)
  const there = sql`
    select file_id from slides where project_id = ${anyOf(projectIds)}
    union all
    ${apartIn(projectIds, apart)}`
  // Each way they are found once, not for every file; `is true` keeps the database from looking up and sorting them all.
  return inOrder ? sql`(${files.id} in (${there})) is true` : sql`${files.id} = any (array(${there}))`
}

/** As its slide says, which may have been changed since; where there is none, as was said when it was sent. */
function isNowOf(
  column: 'project_id' | 'tissue_id' | 'stainer_id',
  values: readonly string[] = [],
): SQL | undefined {
  if (values.length === 0) return undefined
  const ids = values.filter((value) => value !== 'none')
  const now = sql`case when s.id is null then f.${sql.identifier(column)} else s.${sql.identifier(column)} end`
  const isNone = ids.length < values.length ? sql`${now} is null` : sql`false`
  return sql`${files.id} in (
    select f.id from files f left join slides s on s.organization_id = f.organization_id and s.file_id = f.id
    where ${now} = ${anyOf(ids)} or ${isNone})`
}

function isNamed(search = ''): SQL | undefined {
  const patterns = searchPatterns(search)
  if (patterns.length === 0) return undefined
  if (patterns.every(isCommon)) return and(...patterns.map((pattern) => like(files.searchKey, pattern)))
  return sql`${files.id} in (select files_matching(${sql.param(patterns)}::text[]))`
}

/** Whether so many names have it that to look through them all is faster: the index knows three letters and more. */
function isCommon(pattern: string): boolean {
  const word = pattern.slice(1, -1)
  return word.length < 3 || uploadLimits.extensions.some((extension) => `.${extension}`.includes(word))
}
