import type { RouteRequest } from '@cresyl/contract/api/route'
import type { listProjects, projectStates } from '@cresyl/contract/lab/projects'
import { and, count, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import {
  images,
  projectChanges,
  projects,
  slideCounts,
  slides,
  users,
} from '../../platform/db/schema/index.ts'
import { searchPatterns } from '../../platform/text.ts'
import { virtualColumn } from '../images/virtual.ts'
import { findRow, pickPerson, readTotal, rowLimit, sortBy } from '../resource.ts'
import type { ProjectDetails } from './view.ts'

export type ProjectQuery = RouteRequest<typeof listProjects>['query']

/** Slides that come, go or are renamed change their project too. */
const changedAt = sql<Date>`greatest(${projects.updatedAt}, (
  select max(${projectChanges.changedAt}) from ${projectChanges}
  where ${projectChanges.organizationId} = ${projects.organizationId} and ${projectChanges.projectId} = ${projects.id}
))`.mapWith(projects.updatedAt)

const sortColumns = { name: projects.nameKey, created_at: projects.createdAt, updated_at: changedAt }

const inState: Record<(typeof projectStates)[number], SQL | undefined> = {
  active: and(isNull(projects.deletedAt), isNull(projects.archivedAt)),
  archived: and(isNull(projects.deletedAt), isNotNull(projects.archivedAt)),
  deleted: isNotNull(projects.deletedAt),
}

export async function selectProjects(tx: Tx, query: ProjectQuery): Promise<ProjectDetails[]> {
  return withDetails(tx)
    .where(matching(query))
    .orderBy(...sortBy(query.ordering, sortColumns, projects.id))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
}

export async function countProjects(tx: Tx, query: ProjectQuery): Promise<number> {
  return readTotal(tx.select({ total: count() }).from(projects).where(matching(query)))
}

export async function findProject(tx: Tx, id: string): Promise<ProjectDetails> {
  return findRow(withDetails(tx).where(eq(projects.id, id)), unknownProject)
}

/** The project, held until the transaction ends so that two edits come one after the other. */
export async function lockProject(tx: Tx, id: string): Promise<ProjectDetails> {
  return findRow(withDetails(tx).where(eq(projects.id, id)).for('update', { of: projects }), unknownProject)
}

export const unknownProject = 'This project does not exist or was deleted.'

/** How many slides stand for a project. */
export const shownCovers = 4

const slideCount = sql<number>`(
  select coalesce(sum(${slideCounts.slides}), 0) from ${slideCounts}
  where ${slideCounts.organizationId} = ${projects.organizationId} and ${slideCounts.projectId} = ${projects.id}
)`.mapWith(Number)

const coverIds = sql`
  select ${slides.imageId} from ${slides}
  where ${slides.organizationId} = ${projects.organizationId} and ${slides.projectId} = ${projects.id}
    and ${slides.deletedAt} is null
  order by ${slides.createdAt} desc, ${slides.id} limit ${shownCovers}`

const covers = sql<string[]>`array(${coverIds})`

const virtualCovers = sql<string[]>`array(
  select ${images.id} from ${images} where ${images.id} in (${coverIds}) and ${virtualColumn}
)`

function withDetails(tx: Tx) {
  return tx
    .select({
      project: projects,
      changedAt,
      author: pickPerson(users),
      slideCount,
      covers,
      virtualCovers,
    })
    .from(projects)
    .leftJoin(users, eq(users.id, projects.createdBy))
}

function matching({ state, search }: ProjectQuery): SQL | undefined {
  const patterns = searchPatterns(search ?? '')
  if (patterns.length === 0) return inState[state]
  return and(
    inState[state],
    sql`${projects.id} in (select projects_matching(${sql.param(patterns)}::text[]))`,
  )
}
