import { ApiError } from '@cresyl/contract/errors'
import { type FileStatus, type listFiles, statesOf } from '@cresyl/contract/files'
import { uploadLimits } from '@cresyl/contract/limits'
import type { RouteRequest } from '@cresyl/contract/route'
import { and, asc, count, desc, eq, inArray, isNull, like, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { files, projects, slides, users } from '../../platform/db/schema/index.ts'
import { searchPatterns } from '../../platform/text.ts'
import { among } from '../among.ts'
import { rowLimit } from '../paging.ts'
import type { Member } from '../work.ts'
import type { FileDetails } from './view.ts'

export type FileQuery = RouteRequest<typeof listFiles>['query']

const sortColumns = {
  name: files.searchKey,
  size: files.size,
  created_at: files.createdAt,
  updated_at: files.updatedAt,
}

/** Files of projects that are so many are found by going through all in order. */
const manyFiles = 2000

/** `total`: how many there are on all pages, where that is known. */
export async function selectFiles(
  tx: Tx,
  member: Member,
  query: FileQuery,
  total = 0,
): Promise<FileDetails[]> {
  // Which ones, indexes tell: what is shown of them is looked up for one page, not for all that it is chosen from.
  const page = await tx
    .select({ id: files.id })
    .from(files)
    .where(matching(member, query, total > manyFiles))
    .orderBy(...ordering(query.ordering))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
  const ids = page.map(({ id }) => id)
  // As values: of a table that nobody has counted yet, the database would choose the page anew for every file.
  return withDetails(tx)
    .where(sql`${files.id} = any (${sql.param(ids)}::uuid[])`)
    .orderBy(...ordering(query.ordering))
}

export async function countFiles(tx: Tx, member: Member, query: FileQuery): Promise<number> {
  if (asksOnlyByProject(query)) return countInProjects(tx, query)
  const [row] = await tx.select({ total: count() }).from(files).where(matching(member, query))
  return row?.total ?? 0
}

function asksOnlyByProject({ limit, offset, ordering, project_id: ids = [], ...others }: FileQuery): boolean {
  return (
    ids.length > 0 &&
    Object.values(others).every(
      (value) => value === undefined || value === false || value === '' || isEmptyList(value),
    )
  )
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

/** A slide is of one file, and how many slides projects have is kept. */
async function countInProjects(tx: Tx, { project_id: ids = [] }: FileQuery): Promise<number> {
  const { rows } = await tx.execute<{ total: string }>(sql`
    select (select coalesce(sum(slides), 0) from slide_counts where project_id = ${anyOf(ids)})
      + (select count(*) from files_without_slide(${sql.param(ids)}::uuid[])) as total`)
  return Number(rows[0]?.total ?? 0)
}

export async function findFile(tx: Tx, id: string): Promise<FileDetails> {
  const [found] = await withDetails(tx).where(eq(files.id, id))
  return found ?? refuseUnknown()
}

/** The file, held until the transaction ends so that two who end its upload come one after the other. */
export async function lockFile(tx: Tx, id: string): Promise<FileDetails> {
  const [found] = await withDetails(tx).where(eq(files.id, id)).for('update', { of: files })
  return found ?? refuseUnknown()
}

function refuseUnknown(): never {
  throw new ApiError('not_found', { detail: 'There is no such file.' })
}

function withDetails(tx: Tx) {
  return tx
    .select({
      file: files,
      author: { id: users.id, name: users.name, picture: users.picture },
      slideId: slides.id,
      imageId: slides.imageId,
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

function matching({ userId }: Member, query: FileQuery, many = false): SQL | undefined {
  return and(
    among(files.state, query.state),
    among(files.readingState, query.reading_state),
    isIn(query.status),
    isNowIn(query.project_id, many),
    query.mine ? eq(files.createdBy, userId) : undefined,
    query.created_by === undefined ? undefined : eq(files.createdBy, query.created_by),
    query.slide_id === undefined
      ? undefined
      : sql`${files.id} in (select file_id from slides where id = ${query.slide_id})`,
    isNamed(query.search),
  )
}

function isIn(statuses: readonly FileStatus[] = []): SQL | undefined {
  const conditions = statuses.map((status) => {
    const { state, reading } = statesOf(status)
    return and(eq(files.state, state), inArray(files.readingState, [...reading]))
  })
  return or(...conditions)
}

function isNowIn(projectIds: readonly string[] = [], many: boolean): SQL | undefined {
  if (projectIds.length === 0) return undefined
  const isThere = sql`${files.id} in (
    select file_id from slides where project_id = ${anyOf(projectIds)}
    union all
    select files_without_slide(${sql.param(projectIds)}::uuid[]))`
  // Looks like nothing, and keeps the database from looking up and sorting them all: they are kept in mind, and files
  // gone through in order until the page is full.
  return many ? sql`(${isThere}) is true` : isThere
}

const anyOf = (ids: readonly string[]): SQL => sql`any (${sql.param(ids)}::uuid[])`

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

function ordering(key: FileQuery['ordering']): SQL[] {
  const [direction, column] = key.startsWith('-') ? [desc, key.slice(1)] : [asc, key]
  return [direction(sortColumns[column as keyof typeof sortColumns]), asc(files.id)]
}
