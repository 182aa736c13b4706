import type { RouteInput } from '@cresyl/contract/api/route'
import {
  createProject,
  deleteProject,
  type Project,
  restoreProject,
  updateProject,
} from '@cresyl/contract/lab/projects'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useIdempotencyKey } from '../../lib/api/idempotency.ts'
import { useApi } from '../../lib/session/session-context.tsx'
import { projectKeys } from './queries.ts'

type ProjectValues = Pick<
  NonNullable<RouteInput<typeof updateProject>['body']>,
  'name' | 'description' | 'archived'
>

export function useProjectCreation() {
  const { call } = useApi()
  const client = useQueryClient()
  const keyFor = useIdempotencyKey()
  return {
    mutationFn: ({ values }: { values: NonNullable<RouteInput<typeof createProject>['body']> }) =>
      call(createProject, { body: values }, { idempotencyKey: keyFor(values) }),
    onSuccess: (project: Project) => store(client, project),
  }
}

export function useProjectUpdate() {
  const { call } = useApi()
  const client = useQueryClient()
  return {
    mutationFn: ({ base: { id, version }, changes }: { base: Project; changes: ProjectValues }) =>
      call(updateProject, { params: { id }, body: { ...changes, version } }),
    onSuccess: (project: Project) => store(client, project),
    // Refused because it is another by now: show what it is.
    onError: () => client.invalidateQueries({ queryKey: projectKeys.all }),
  }
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
