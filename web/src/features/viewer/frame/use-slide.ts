import { readSlide } from '@cresyl/contract/slides'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { isMissing } from './missing.ts'

export function useSlide(id: string | undefined) {
  useLive('slides')
  const { call } = useApi()
  const client = useQueryClient()
  const queryKey = [...liveKeys.slides, 'one', id ?? '']
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(readSlide, { params: { id: id ?? '' } }, { signal }),
    // Several parts of a page come one after the other: that there is none needs to be asked once.
    enabled: id !== undefined && id !== '' && !isKnownMissing(client, queryKey),
  })
}

/** How long that is believed, in ms: it may be restored. */
const believed = 10_000

function isKnownMissing(client: QueryClient, queryKey: readonly string[]): boolean {
  const state = client.getQueryState(queryKey)
  return isMissing(state?.error) && Date.now() - (state?.errorUpdatedAt ?? 0) < believed
}
