import { ApiError } from '@cresyl/contract/api/errors'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { projects } from '../../platform/db/schema/index.ts'

/** For batches, which leave such slides out. */
export const archivedReason = 'It is in an archived project. Unarchive the project first.'

/** An archived project keeps its slides as they are: nothing new is computed for them. */
export async function refuseArchivedSlide(tx: Tx, projectId: string | null): Promise<void> {
  if (projectId === null) return
  const [project] = await tx
    .select({ archivedAt: projects.archivedAt })
    .from(projects)
    .where(eq(projects.id, projectId))
  if (project?.archivedAt == null) return
  throw new ApiError('archived', {
    detail: 'This slide is in an archived project. Unarchive the project first.',
  })
}
