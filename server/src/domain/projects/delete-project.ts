import { eq } from 'drizzle-orm'
import { projects } from '../../platform/db/schema/index.ts'
import type { AuditedWork } from '../work.ts'
import { lockProject } from './queries.ts'

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
