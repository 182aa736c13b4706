import type { RouteRequest } from '@cresyl/contract/api/route'
import {
  type listProjectHistory as listProjectHistoryRoute,
  type ProjectDeed,
  type ProjectHistoryEntry,
  type ProjectHistoryEvent,
  projectHistoryEvents,
} from '@cresyl/contract/lab/project-history'
import { sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/db/database.ts'
import { files, projects, slides } from '../../platform/db/schema/index.ts'
import { mayDo, requirePermission } from '../access.ts'
import { changeNames, qcIn } from '../audit/history.ts'
import { type Person, type Rows, refuseUnknown, rowLimit } from '../resource.ts'
import type { Work } from '../work.ts'
import { findProject, unknownProject } from './queries.ts'

type HistoryQuery = RouteRequest<typeof listProjectHistoryRoute>['query']

/**
 * What the audit log tells of a project and of what is or was in it, in names instead of ids. In a transaction that is
 * shown what was deleted: slides that were have names too.
 */
export async function listProjectHistory(
  { tx, member }: Work,
  projectId: string,
  query: HistoryQuery,
): Promise<Rows<ProjectHistoryEntry>> {
  requirePermission(member, 'read:projects')
  const { project } = await findProject(tx, projectId)
  if (project.deletedAt !== null && !mayDo(member, 'delete:projects')) refuseUnknown(unknownProject)
  const found = await selectHistory(tx, projectId, query)
  const changes = await changeNames(tx, found)
  const names = await subjectNames(tx, found)
  const view = (row: HistoryRow): ProjectHistoryEntry => ({
    id: row.id,
    event: row.event,
    deed: deedOf(row, projectId),
    occurred_at: row.occurredAt.toISOString(),
    person: row.person,
    visiting: row.details.superadmin === true,
    qc: qcIn(row.event, row.details),
    changes: changes.get(row.id) ?? [],
    subject: subjectOf(row, names),
  })
  return { count: await countHistory(tx, projectId), results: found.map(view) }
}

export interface HistoryRow {
  id: string
  event: ProjectHistoryEvent
  subjectId: string
  occurredAt: Date
  details: Record<string, unknown>
  person: Person | null
}

const events = sql`${sql.param([...projectHistoryEvents])}::text[]`

export async function selectHistory(
  tx: Tx,
  projectId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<HistoryRow[]> {
  const { rows } = await tx.execute<{
    id: string
    event: ProjectHistoryEvent
    subject_id: string
    occurred_at: Date | string
    details: Record<string, unknown>
    person: HistoryRow['person']
  }>(sql`
    select a.id, a.event, a.subject_id, a.occurred_at, a.details,
      case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'picture', u.picture) end as person
    from audits a left join users u on u.id = a.user_id
    where a.id = any (array(
      select project_history(${projectId}, ${events}, ${rowLimit(limit) + offset}) offset ${offset}))
    order by a.occurred_at desc, a.id desc`)
  return rows.map(({ subject_id, occurred_at, ...row }) => ({
    ...row,
    subjectId: subject_id,
    occurredAt: new Date(occurred_at),
  }))
}

export async function countHistory(tx: Tx, projectId: string): Promise<number> {
  const { rows } = await tx.execute<{ total: string }>(
    sql`select count_project_history(${projectId}, ${events}) as total`,
  )
  return Number(rows[0]?.total ?? 0)
}

type Subject = ProjectHistoryEntry['subject']

export function subjectOf(row: HistoryRow, names: ReadonlyMap<string, string>): Subject {
  const kind = kindOf(row)
  const id = subjectIdOf(row)
  const name = kind === 'batch' ? extentOf(row) : (names.get(id) ?? null)
  return { kind, id, name }
}

/** What was done, where the event does not tell: as this project sees it. */
export function deedOf({ event, details }: HistoryRow, projectId: string): ProjectDeed | null {
  if (event === 'project.updated') return deedOfChanges(details.changes)
  if (event !== 'slides.batch_started' && event !== 'slides.batch_undone') return null
  const { kind, project_id: to } = (details.action ?? {}) as { kind?: string; project_id?: string | null }
  if (kind === 'rename') return 'renamed_slides'
  if (kind === 'delete') return 'deleted_slides'
  if (kind === 'restore') return 'restored_slides'
  if (kind !== 'set') return null
  if (to === undefined) return 'relabelled'
  return to === projectId ? 'moved_here' : 'moved_away'
}

function deedOfChanges(changes: unknown): ProjectDeed | null {
  const { archivedAt, name, description } = (changes ?? {}) as Record<string, unknown[] | undefined>
  if (archivedAt) return archivedAt[1] === null ? 'unarchived' : 'archived'
  if (name) return 'renamed'
  return description ? 'described' : null
}

/** Of those that are still there. */
export async function subjectNames(tx: Tx, rows: readonly HistoryRow[]): Promise<Map<string, string>> {
  const idsOf = (kind: Subject['kind']) => [
    ...new Set(rows.filter((row) => kindOf(row) === kind).map(subjectIdOf)),
  ]
  const found = [
    await select(tx, projects, projects.id, projects.name, idsOf('project')),
    await select(tx, slides, slides.id, slides.name, idsOf('slide')),
    await select(tx, files, files.id, files.name, idsOf('file')),
  ]
  return new Map(found.flat().map(({ id, name }) => [id, name]))
}

function kindOf({ event }: HistoryRow): Subject['kind'] {
  if (event.startsWith('project.')) return 'project'
  if (event.startsWith('file.')) return 'file'
  return event.startsWith('slides.') || event.startsWith('qc_jobs.') ? 'batch' : 'slide'
}

/** People look at the slide that was checked, not at the check. */
function subjectIdOf({ event, subjectId, details }: HistoryRow): string {
  return event.startsWith('qc_job.') && typeof details.slide_id === 'string' ? details.slide_id : subjectId
}

function extentOf({ details }: HistoryRow): string | null {
  const { slides: count } = details
  return typeof count === 'number' ? `${count} ${count === 1 ? 'slide' : 'slides'}` : null
}

async function select(
  tx: Tx,
  table: PgTable,
  id: PgColumn,
  name: PgColumn,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return []
  return tx
    .select({ id: sql<string>`${id}`, name: sql<string>`${name}` })
    .from(table)
    .where(sql`${id} = any (${sql.param(ids)}::uuid[])`)
}
