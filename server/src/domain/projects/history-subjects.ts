import type { ProjectDeed, ProjectHistoryEntry } from '@cresyl/contract/project-history'
import { sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/db/database.ts'
import { files, projects, slides } from '../../platform/db/schema/index.ts'
import type { HistoryRow } from './history-queries.ts'

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
