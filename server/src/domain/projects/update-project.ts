import { ApiError } from '@cresyl/contract/api/errors'
import type { RouteRequest } from '@cresyl/contract/api/route'
import type { Project, updateProject as updateProjectRoute } from '@cresyl/contract/lab/projects'
import { eq } from 'drizzle-orm'
import { projects } from '../../platform/db/schema/index.ts'
import { requireOwnOrganization } from '../access.ts'
import { changesBetween } from '../changes.ts'
import { refuseStale } from '../resource.ts'
import type { AuditedWork } from '../work.ts'
import { projectKeys, withUniqueName } from './names.ts'
import { findProject, lockProject } from './queries.ts'
import { type ProjectRow, viewProject } from './view.ts'

type ProjectEdit = RouteRequest<typeof updateProjectRoute>['body']

export async function updateProject(work: AuditedWork, id: string, edit: ProjectEdit): Promise<Project> {
  const { tx, member, now } = work
  requireOwnOrganization(member, edit.organization_id)
  const found = await lockProject(tx, id)
  const current = found.project
  await refuseStale(edit, current, () => viewProject(found))
  const changed = applyEdit(current, edit, now)
  const changes = changesBetween(current, changed)
  if (Object.keys(changes).length === 0) return viewProject(found)
  refuseArchivedText(current, edit, changes)

  await withUniqueName(changed.name, () =>
    tx
      .update(projects)
      .set({
        ...changed,
        ...projectKeys(changed.name, changed.description),
        updatedAt: now,
        version: current.version + 1,
      })
      .where(eq(projects.id, id)),
  )
  work.record({ id, details: { changes } })
  return viewProject(await findProject(tx, id))
}

function applyEdit(current: ProjectRow, edit: ProjectEdit, now: Date) {
  const archived = edit.archived ?? current.archivedAt !== null
  return {
    name: edit.name ?? current.name,
    description: edit.description ?? current.description,
    archivedAt: archived ? (current.archivedAt ?? now) : null,
  }
}

/** An archived project keeps its text; taking it out of the archive and renaming it in one go is fine. */
function refuseArchivedText(current: ProjectRow, edit: ProjectEdit, changes: object): void {
  const staysArchived = current.archivedAt !== null && edit.archived !== false
  if (!staysArchived || !('name' in changes || 'description' in changes)) return
  throw new ApiError('archived', {
    detail: 'This project is archived and cannot be changed. Unarchive it first.',
  })
}
