import { createPurge, listPurgeable, readStorage } from '@cresyl/contract/files/storage'
import { cancelJob, listJobs } from '@cresyl/contract/operations/jobs'
import type { PurgeableKind } from '@cresyl/contract/operations/purgeable-kinds'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { pageOf } from '../../lib/api/paging.ts'
import { useLive } from '../../lib/live/live-context.tsx'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { useApi } from '../../lib/session/session-context.tsx'

/** Follows the files: what comes and goes changes them. */
const storageKey = [...liveKeys.files, 'storage'] as const
const purgesKey = [...liveKeys.jobs, 'purges'] as const

export function useStorage() {
  useLive('files')
  const { call } = useApi()
  return useQuery({
    queryKey: [...storageKey, 'report'],
    queryFn: ({ signal }) => call(readStorage, {}, { signal }),
    staleTime: 0,
  })
}

export function usePurgeable(page: number) {
  const { call } = useApi()
  return useQuery({
    queryKey: [...storageKey, 'purgeable', page],
    queryFn: ({ signal }) => call(listPurgeable, { query: pageOf(page) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** The one that waits or runs. Only administrators see it. */
export function useAskedPurge(enabled: boolean) {
  useLive('jobs')
  const { call } = useApi()
  return useQuery({
    queryKey: purgesKey,
    queryFn: async ({ signal }) => {
      const query = { kind: ['purge_storage' as const], state: ['queued' as const, 'running' as const] }
      return (await call(listJobs, { query }, { signal })).results[0] ?? null
    },
    enabled,
    staleTime: 0,
    meta: { quiet: true },
  })
}

export function useCreatePurge() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (kinds: PurgeableKind[]) => call(createPurge, { body: { kinds } }),
    onSettled: () => client.invalidateQueries({ queryKey: purgesKey }),
  })
}

export function useUndoPurge() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(cancelJob, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: purgesKey }),
  })
}
