import type { Project } from '@cresyl/contract/projects'
import { eq } from 'drizzle-orm'
import { projects } from '../../platform/db/schema/index.ts'
import type { AuditedWork } from '../work.ts'
import { withUniqueName } from './names.ts'
import { findProject, lockProject } from './queries.ts'
import { viewProject } from './view.ts'

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
