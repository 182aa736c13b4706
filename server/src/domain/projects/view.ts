import type { Project } from '@cresyl/contract/lab/projects'
import type { projects } from '../../platform/db/schema/index.ts'
import type { Person } from '../resource.ts'

export type ProjectRow = typeof projects.$inferSelect

/** A project with what other rows say about it. */
export interface ProjectDetails {
  project: ProjectRow
  /** When it or what is in it was last changed. */
  changedAt: Date
  author: Person | null
  slideCount: number
  /** Of its newest slides. */
  covers: string[]
  /** Those of them that no microscope saw. */
  virtualCovers: string[]
}

export function viewProject({
  project,
  changedAt,
  author,
  slideCount,
  covers,
  virtualCovers,
}: ProjectDetails): Project {
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    slide_count: slideCount,
    cover_image_ids: covers,
    virtual_cover_ids: virtualCovers,
    archived_at: project.archivedAt?.toISOString() ?? null,
    deleted_at: project.deletedAt?.toISOString() ?? null,
    created_at: project.createdAt.toISOString(),
    created_by: author,
    updated_at: changedAt.toISOString(),
    version: project.version,
  }
}
