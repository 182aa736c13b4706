import {
  createProject,
  deleteProject,
  type Project,
  restoreProject,
  updateProject,
} from '@cresyl/contract/projects'
import type { RouteInput } from '@cresyl/contract/route'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { fieldErrors, hasCode } from '../../lib/api/field-errors.ts'
import { useApi } from '../../lib/session/session-context.tsx'
import { projectKeys } from './queries.ts'

export type ProjectChange = NonNullable<RouteInput<typeof updateProject>['body']>

interface Creation {
  body: RouteInput<typeof createProject>['body']
  idempotencyKey: string
}

export function useCreateProject() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Creation) => call(createProject, { body }, { idempotencyKey }),
    meta: { shownInPlace: isAboutField },
    onSuccess: (project) => store(client, project),
  })
}

export function useUpdateProject(shownInPlace?: (error: unknown) => boolean) {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: ProjectChange }) =>
      call(updateProject, { params: { id }, body: change }),
    ...(shownInPlace && { meta: { shownInPlace } }),
    onSuccess: (project) => store(client, project),
    // Refused because it is another by now: show what it is.
    onError: () => client.invalidateQueries({ queryKey: projectKeys.all }),
  })
}

export function useDeleteProject() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (project: Project) => call(deleteProject, { params: { id: project.id } }),
    onSuccess: (_, project) => {
      client.removeQueries({ queryKey: projectKeys.one(project.id) })
      return client.invalidateQueries({ queryKey: projectKeys.all })
    },
  })
}

export function useRestoreProject() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (project: Project) => call(restoreProject, { params: { id: project.id } }),
    onSuccess: (project) => store(client, project),
  })
}

function store(client: QueryClient, project: Project) {
  client.setQueryData(projectKeys.one(project.id), project)
  return client.invalidateQueries({ queryKey: [...projectKeys.all, 'list'] })
}

/** Errors that a form of a project shows beside a field instead of in a toast. */
export function isAboutField(error: unknown): boolean {
  return Object.keys(projectErrors(error)).length > 0
}

export function projectErrors(error: unknown): { name?: string; description?: string } {
  const errors = fieldErrors(error, ['name', 'description'])
  return hasCode(error, 'name_taken') ? { name: error.message, ...errors } : errors
}
