import { id, name, person, prose, time, version } from '../api/fields.ts'
import { textLimits } from '../api/limits.ts'
import { listOf, orderingBy, paging, search } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'

export const project = z.object({
  id,
  name: z.string(),
  description: z.string(),
  slide_count: z.int(),
  /** The images that the newest of its slides open with, at most four. */
  cover_image_ids: z.array(id),
  /** Those of them that no microscope saw. */
  virtual_cover_ids: z.array(id),
  archived_at: time.nullable(),
  deleted_at: time.nullable(),
  created_at: time,
  created_by: person.nullable(),
  updated_at: time,
  version,
})
export type Project = z.infer<typeof project>

export const projectStates = ['active', 'archived', 'deleted'] as const

const params = z.strictObject({ id })

const description = prose(textLimits.description)

export const listProjects = route({
  method: 'GET',
  path: 'projects',
  summary: 'Projects of the organisation',
  access: 'read:projects',
  query: z.strictObject({
    ...paging,
    ordering: orderingBy(['name', 'created_at', 'updated_at'], '-updated_at'),
    search,
    /** Deleted projects are shown to those who may delete. */
    state: z.enum(projectStates).default('active'),
  }),
  response: listOf(project),
  status: 200,
})

export const createProject = route({
  method: 'POST',
  path: 'projects',
  summary: 'Create a project',
  access: 'create:projects',
  body: z.strictObject({ name, description: description.default(''), organization_id: id.optional() }),
  response: project,
  status: 201,
  errors: ['name_taken'],
  audit: 'project.created',
  idempotent: true,
})

export const readProject = route({
  method: 'GET',
  path: 'projects/{id}',
  summary: 'One project',
  access: 'read:projects',
  params,
  response: project,
  status: 200,
})

export const updateProject = route({
  method: 'PATCH',
  path: 'projects/{id}',
  summary: 'Rename, describe, archive or take a project out of the archive',
  access: 'update:projects',
  params,
  body: z.strictObject({
    name: name.optional(),
    description: description.optional(),
    archived: z.boolean().optional(),
    organization_id: id.optional(),
    version: version.optional(),
  }),
  response: project,
  status: 200,
  errors: ['name_taken', 'stale_version', 'archived'],
  audit: 'project.updated',
})

export const deleteProject = route({
  method: 'DELETE',
  path: 'projects/{id}',
  summary: 'Delete a project; it can be restored until it is purged',
  access: 'delete:projects',
  params,
  status: 204,
  audit: 'project.deleted',
})

export const restoreProject = route({
  method: 'POST',
  path: 'projects/{id}/restore',
  summary: 'Restore a deleted project',
  access: 'delete:projects',
  params,
  response: project,
  status: 200,
  errors: ['name_taken'],
  audit: 'project.restored',
})
