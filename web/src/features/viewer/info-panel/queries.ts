import { listLimits } from '@cresyl/contract/api/limits'
import { readFile } from '@cresyl/contract/files/files'
import { listOrganizationSettings } from '@cresyl/contract/people/organizations'
import { listSlideHistory } from '@cresyl/contract/slides/slide-history'
import { type Slide, updateSlide } from '@cresyl/contract/slides/slides'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { resultsOf } from '../../../lib/api/paging.ts'
import { useLive } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi, usePermission } from '../../../lib/session/session-context.tsx'
import { imageQuery } from '../slide/queries.ts'
import { keptAfterLeaving } from '../slide/use-slide.ts'

export function useImageRecord(imageId: string) {
  return useQuery(imageQuery(useApi(), imageId))
}

export function useFileOf(fileId: string, enabled: boolean) {
  useLive('files', 'unhurried')
  const { call } = useApi()
  return useQuery({
    queryKey: [...liveKeys.files, 'one', fileId],
    queryFn: ({ signal }) => call(readFile, { params: { id: fileId } }, { signal }),
    gcTime: keptAfterLeaving,
    enabled,
    meta: { quiet: true },
  })
}

/** What a person said of how large a pixel is counts no more. */
export function useTakeFileScale({ id, version }: Slide) {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(updateSlide, { params: { id }, body: { mpp: null, version } }),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.slides }),
  })
}

const entriesAtOnce = 20
export const historyKey = [...liveKeys.slides, 'history'] as const

/** What the audit log tells of the slide, newest first. */
export function useHistory(slideId: string) {
  const { call } = useApi()
  return useInfiniteQuery({
    queryKey: [...historyKey, slideId],
    queryFn: ({ pageParam, signal }) =>
      call(
        listSlideHistory,
        { params: { id: slideId }, query: { limit: entriesAtOnce, offset: pageParam } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next }, pages) => (next === null ? undefined : pages.length * entriesAtOnce),
    // Looking is told of, too: it is asked for anew whenever the panel is opened.
    staleTime: 0,
    gcTime: keptAfterLeaving,
    meta: { counts: 'slides', quiet: true },
  })
}

/**
 * Whether label, macro and what a file says of itself are there for this person: by role, or by the organisation's
 * setting. Undefined until known. The server decides; this tells what is missing from what is hidden.
 */
export function useLabelAccess(): boolean | undefined {
  useLive('organization_settings', 'unhurried')
  const { call } = useApi()
  const byRole = usePermission('update:projects')
  const { data, isError } = useQuery({
    queryKey: [...liveKeys.organization_settings, 'labels'],
    queryFn: ({ signal }) => call(listOrganizationSettings, { query: { limit: listLimits.all } }, { signal }),
    enabled: !byRole,
    meta: { quiet: true },
  })
  if (byRole) return true
  if (isError) return false
  return data && resultsOf(data).some(({ label_visibility: visibility }) => visibility === 'members')
}
