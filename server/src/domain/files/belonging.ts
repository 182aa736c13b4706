import { ApiError } from '@cresyl/contract/api/errors'
import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { projects, stainers, tissues } from '../../platform/db/schema/index.ts'

/** Where a slide belongs and what it shows; what is null or absent is left open. */
export interface Belonging {
  project_id?: string | null | undefined
  tissue_id?: string | null | undefined
  stainer_id?: string | null | undefined
}

/** Refuses what isn't the organisation's own or isn't there any more, and a project that takes nothing new. */
export async function requireBelonging(tx: Tx, belonging: Belonging): Promise<void> {
  const { project_id, tissue_id, stainer_id } = belonging
  const project = project_id ? await findProject(tx, project_id) : undefined
  const fields: Record<string, string[]> = {}
  if (project_id && project === undefined) {
    fields.project_id = ['This project does not exist or was deleted']
  }
  if (tissue_id && !(await isTerm(tx, tissues, tissue_id))) fields.tissue_id = [unknownTerm('tissue')]
  if (stainer_id && !(await isTerm(tx, stainers, stainer_id))) fields.stainer_id = [unknownTerm('stain')]
  const [first] = Object.values(fields).flat()
  if (first !== undefined) throw new ApiError('invalid_input', { detail: `${first}.`, fields })
  if (project?.archivedAt) refuseArchived()
}

async function findProject(tx: Tx, id: string) {
  const [found] = await tx
    .select({ archivedAt: projects.archivedAt })
    .from(projects)
    .where(and(eq(projects.id, id), isNull(projects.deletedAt)))
  return found
}

async function isTerm(tx: Tx, table: typeof tissues | typeof stainers, id: string): Promise<boolean> {
  const found = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), isNull(table.mergedInto), isNull(table.deletedAt)))
  return found.length > 0
}

function unknownTerm(noun: string): string {
  return `This ${noun} does not exist, or was deleted or merged into another one`
}

function refuseArchived(): never {
  throw new ApiError('archived', {
    detail: 'This project is archived and takes no more slides. Unarchive it first.',
    fields: { project_id: ['This project is archived'] },
  })
}
