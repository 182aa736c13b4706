import { listFiles, readFile } from '@cresyl/contract/files/files'
import { listProjects, readProject } from '@cresyl/contract/lab/projects'
import { type Job, listJobs } from '@cresyl/contract/operations/jobs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageOf } from '../../lib/api/paging.ts'
import { useLive, useLiveState } from '../../lib/live/live-context.tsx'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { useApi, usePermission } from '../../lib/session/session-context.tsx'
import { type ListFilter, queryOf } from './list-filter.ts'

export const fileKeys = {
  all: liveKeys.files,
  list: (filter: ListFilter) => [...liveKeys.files, 'list', filter] as const,
  one: (id: string) => [...liveKeys.files, 'one', id] as const,
  own: [...liveKeys.files, 'own'] as const,
  unreadable: [...liveKeys.files, 'unreadable'] as const,
}

const limits = { running: 100, projects: 20, unreadable: 250 }
const soon = 2000
const later = 30_000

// Many files arrive at once: lists of them are asked for again at ease. A slide that moves takes its file along.
const useLiveFiles = () => {
  useLive('files', 'unhurried')
  useLive('slides', 'unhurried')
}
const withSlides = { counts: 'slides' } as const

export function useFiles(filter: ListFilter) {
  useLiveFiles()
  const { call } = useApi()
  return useQuery({
    queryKey: fileKeys.list(filter),
    queryFn: ({ signal }) => call(listFiles, { query: queryOf(filter) }, { signal }),
    // The rows before stay until the new ones are there: nothing jumps.
    placeholderData: keepPreviousData,
    meta: withSlides,
  })
}

export function useFile(id: string, enabled = true) {
  useLiveFiles()
  const { call } = useApi()
  return useQuery({
    queryKey: fileKeys.one(id),
    queryFn: ({ signal }) => call(readFile, { params: { id } }, { signal }),
    enabled,
    meta: withSlides,
  })
}

/** The newest of one's own that could not be read, by id. */
export function useUnreadableFiles(): ReadonlySet<string> {
  useLiveFiles()
  const { call } = useApi()
  const mayRead = usePermission('read:files')
  const { data } = useQuery({
    queryKey: fileKeys.unreadable,
    queryFn: ({ signal }) =>
      call(
        listFiles,
        { query: { mine: true, status: ['unreadable'], limit: limits.unreadable } },
        { signal },
      ),
    select: idsOf,
    enabled: mayRead,
    meta: { quiet: true },
  })
  return data ?? noIds
}

const noIds: ReadonlySet<string> = new Set()

const idsOf = ({ results }: { results: readonly { id: string }[] }): ReadonlySet<string> =>
  new Set(results.map(({ id }) => id))

/** The jobs that read files at this moment, by id: asked for only while something is read. */
export function useReadingJobs(enabled: boolean): ReadonlyMap<string, Job> {
  useLive('jobs', enabled ? 'prompt' : 'unhurried')
  const isTold = useLiveState() === 'live'
  const { call } = useApi()
  const { data } = useQuery({
    queryKey: [...liveKeys.jobs, 'reading'],
    queryFn: ({ signal }) =>
      call(listJobs, { query: { kind: ['ingest'], state: ['running'], limit: limits.running } }, { signal }),
    select: byId,
    enabled,
    staleTime: 0,
    refetchInterval: isTold ? later : soon,
    // A try that fails is no news: the rows say that it is being read.
    meta: { quiet: true },
  })
  return enabled && data ? data : noJobs
}

const noJobs: ReadonlyMap<string, Job> = new Map()

function byId({ results }: { results: readonly Job[] }): ReadonlyMap<string, Job> {
  return new Map(results.map((job) => [job.id, job]))
}

/** Projects to filter by; those that were changed last come first. */
export function useProjectChoices(search: string, enabled: boolean) {
  const { call } = useApi()
  return useQuery({
    queryKey: [...liveKeys.projects, 'filter', search],
    queryFn: ({ signal }) =>
      call(listProjects, { query: { ...pageOf(0, limits.projects), search: search || null } }, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  })
}

/** '' for none. */
export function useProjectName(id: string): string | undefined {
  const { call } = useApi()
  const { data } = useQuery({
    queryKey: [...liveKeys.projects, 'one', id],
    queryFn: ({ signal }) => call(readProject, { params: { id } }, { signal }),
    enabled: id !== '',
  })
  return data?.name
}
