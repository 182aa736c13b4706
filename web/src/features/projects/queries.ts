import { listProjectHistory } from '@cresyl/contract/lab/project-history'
import { listProjects, type Project, readProject } from '@cresyl/contract/lab/projects'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CallError } from '../../lib/api/call-error.ts'
import { pageOf } from '../../lib/api/paging.ts'
import { useLive } from '../../lib/live/live-context.tsx'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { useApi } from '../../lib/session/session-context.tsx'
import { type ListFilter, queryOf } from './list-filter.ts'

export const projectKeys = {
  all: liveKeys.projects,
  list: (filter: ListFilter) => [...projectKeys.all, 'list', filter] as const,
  one: (id: string) => [...projectKeys.all, 'one', id] as const,
  history: (id: string) => [...projectKeys.all, 'history', id] as const,
}

export function useProjects(filter: ListFilter) {
  useLive('projects')
  useLive('slides', 'unhurried')
  const { call } = useApi()
  return useQuery({
    queryKey: projectKeys.list(filter),
    queryFn: ({ signal }) => call(listProjects, { query: queryOf(filter) }, { signal }),
    // The rows before stay until the new ones are there: nothing jumps.
    placeholderData: keepPreviousData,
    meta: { counts: 'slides' },
  })
}

export function useProject(id: string) {
  useLive('projects')
  const { call } = useApi()
  return useQuery<Project>({
    queryKey: projectKeys.one(id),
    queryFn: ({ signal }) => call(readProject, { params: { id } }, { signal }),
    meta: { counts: 'slides' },
  })
}

const entriesAtOnce = 50

/** What happened in a project, more of it on request. */
export function useProjectHistory(id: string) {
  useLive('projects')
  useLive('slides', 'unhurried')
  const { call } = useApi()
  return useInfiniteQuery({
    queryKey: projectKeys.history(id),
    queryFn: ({ pageParam: page, signal }) =>
      call(listProjectHistory, { params: { id }, query: pageOf(page, entriesAtOnce) }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }, pages) => (next === null ? undefined : pages.length),
    meta: { counts: 'slides' },
  })
}

/** An id that is unknown, another organisation's, or no id at all: to the person they are the same. */
export function isMissing(error: unknown): boolean {
  return error instanceof CallError && (error.status === 404 || error.status === 400)
}
