import type { Project } from '@cresyl/contract/lab/projects'
import { eq } from 'drizzle-orm'
import { projects } from '../../platform/db/schema/index.ts'
import type { AuditedWork } from '../work.ts'
import { withUniqueName } from './names.ts'
import { findProject, lockProject } from './queries.ts'
import { viewProject } from './view.ts'

/** Hides the project until it is restored or purged. Deleting what is already deleted changes nothing. */
export async function deleteProject(work: AuditedWork, id: string): Promise<void> {
  const { tx, now } = work
  const { project } = await lockProject(tx, id)
  if (project.deletedAt !== null) return
  await tx
    .update(projects)
    .set({ deletedAt: now, updatedAt: now, version: project.version + 1 })
    .where(eq(projects.id, id))
  work.record({ id })
}

/** Brings a deleted project back, unless another one has taken its name meanwhile. */
export async function restoreProject(work: AuditedWork, id: string): Promise<Project> {
  const { tx, now } = work
  const found = await lockProject(tx, id)
  if (found.project.deletedAt === null) return viewProject(found)
  await withUniqueName(found.project.name, () =>
    tx
      .update(projects)
      .set({ deletedAt: null, updatedAt: now, version: found.project.version + 1 })
      .where(eq(projects.id, id)),
  )
  work.record({ id })
  return viewProject(await findProject(tx, id))
}
