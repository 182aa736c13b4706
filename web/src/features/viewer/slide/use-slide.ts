import { readSlide } from '@cresyl/contract/slides/slides'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../../lib/api/api.ts'
import { useLive } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { isMissing } from './missing.ts'

/** Hundreds of slides are gone through in a day: what was asked for one of them is kept this long after it, in ms. */
export const keptAfterLeaving = 60_000

export const slideQuery = ({ call }: Api, id: string) =>
  queryOptions({
    queryKey: [...liveKeys.slides, 'one', id],
    queryFn: ({ signal }) => call(readSlide, { params: { id } }, { signal }),
    gcTime: keptAfterLeaving,
  })

export function useSlide(id = '') {
  useLive('slides')
  const client = useQueryClient()
  const query = slideQuery(useApi(), id)
  return useQuery({
    ...query,
    // Several parts of a page come one after the other: that there is none needs to be asked once.
    enabled: id !== '' && !isKnownMissing(client, query.queryKey),
  })
}

/** How long that is believed, in ms: it may be restored. */
const believed = 10_000

function isKnownMissing(client: QueryClient, queryKey: readonly string[]): boolean {
  const state = client.getQueryState(queryKey)
  return isMissing(state?.error) && Date.now() - (state?.errorUpdatedAt ?? 0) < believed
}
