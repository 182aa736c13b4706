import { readJob } from '@cresyl/contract/operations/jobs'
import {
  createExport,
  deleteExport,
  exportDownloadUrl,
  listExports,
  type RegionExport,
  type RegionRequest,
} from '@cresyl/contract/slides/exports'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../../lib/api/reply.ts'
import { useLive } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi, useSession } from '../../../lib/session/session-context.tsx'
import { followLink, saveFile } from '../../../ui/form/save-file.ts'
import { fileNameOf, regionAddress } from './region-address.ts'

const soon = 2000
const shown = 5

/** Made while one waits, then saved. Resolves with its name. */
export function useDownloadRegion(imageId: string) {
  const session = useSession()
  return useMutation({
    mutationFn: async (request: RegionRequest) => {
      const token = await session.accessToken()
      const response = await fetch(regionAddress(imageId, request), {
        headers: { Authorization: `Bearer ${token ?? ''}` },
      })
      if (!response.ok) throw new Error(errorText(await response.json().catch(() => null)))
      const name = fileNameOf(response.headers.get('Content-Disposition')) ?? `region.${request.format}`
      saveFile(await response.blob(), name)
      return name
    },
  })
}

export function useCreateExport(imageId: string) {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ request, key }: { request: RegionRequest; key: string }) =>
      call(createExport, { params: { id: imageId }, body: request }, { idempotencyKey: key }),
    onSuccess: () => client.invalidateQueries({ queryKey: liveKeys.exports }),
  })
}

export const isUnderWay = ({ state }: Pick<RegionExport, 'state'>): boolean =>
  state === 'queued' || state === 'running'

/** What one had made of this image lately. */
export function useExports(imageId: string, enabled: boolean) {
  useLive('exports')
  const { call } = useApi()
  return useQuery({
    queryKey: [...liveKeys.exports, 'of-image', imageId],
    queryFn: ({ signal }) => call(listExports, { query: { image_id: [imageId], limit: shown } }, { signal }),
    enabled,
    refetchInterval: ({ state }) => (state.data?.results.some(isUnderWay) ? soon : false),
    meta: { quiet: true },
  })
}

/** From 0 to 1; null until known. */
export function useExportProgress(jobId: string | null, enabled: boolean): number | null {
  const { call } = useApi()
  const { data } = useQuery({
    queryKey: [...liveKeys.jobs, 'one', jobId ?? ''],
    queryFn: ({ signal }) => call(readJob, { params: { id: jobId ?? '' } }, { signal }),
    enabled: enabled && jobId !== null,
    refetchInterval: soon,
    meta: { quiet: true },
  })
  return data?.progress ?? null
}

export function useDownloadExport() {
  const { call } = useApi()
  return useMutation({
    mutationFn: async (id: string) => {
      const { url, file_name } = await call(exportDownloadUrl, { params: { id } })
      followLink(url, file_name)
    },
  })
}

export function useDeleteExport() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteExport, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.exports }),
  })
}
