import type { Project } from '@cresyl/contract/projects'
import type { projects } from '../../platform/db/schema/index.ts'

export type ProjectRow = typeof projects.$inferSelect

export interface ProjectWithAuthor {
  project: ProjectRow
  author: { id: string; name: string; picture: string | null } | null
}

export function viewProject({ project, author }: ProjectWithAuthor): Project {
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    archived_at: project.archivedAt?.toISOString() ?? null,
    deleted_at: project.deletedAt?.toISOString() ?? null,
    created_at: project.createdAt.toISOString(),
    created_by: author,
    updated_at: project.updatedAt.toISOString(),
    version: project.version,
  }
}
