import { isComparable } from '@cresyl/contract/image-space'
import { listImages } from '@cresyl/contract/images'
import { skipToken, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { useLive } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { useKept } from '../image-panel/use-kept.ts'
import { runQuery, useRuns } from '../results-panel/queries.ts'
import { registrationsQuery } from '../slide/registrations.ts'
import { keptAfterLeaving } from '../slide/use-slide.ts'
import {
  type Arrangement,
  arrangementSchema,
  type ImageMember,
  type StackMember,
  stackMembers,
  usualArrangement,
} from './members.ts'

interface Members {
  /** Undefined until known. */
  members: readonly StackMember[] | undefined
  arrangement: Arrangement
  arrange: (change: Partial<Arrangement>) => void
  error: Error | null
  retry: () => void
}

/** Everything of a slide's stack, as someone has put and named it; nothing until it is known which slide. */
export function useMembers(slideId: string | undefined): Members {
  const api = useApi()
  useLive('images', 'unhurried')
  const images = useQuery({
    queryKey: [...liveKeys.images, 'of', slideId],
    queryFn:
      slideId === undefined
        ? skipToken
        : ({ signal }) =>
            api.call(
              listImages,
              { query: { slide_id: [slideId], kind: ['source', 'output'], limit: 500 } },
              { signal },
            ),
    gcTime: keptAfterLeaving,
    meta: { quiet: true },
  })
  const runs = useRuns(slideId)
  const done = runs.data?.results.filter(({ state }) => state === 'succeeded') ?? []
  const whole = useQueries({
    queries: done.map(({ id }) => runQuery(api, id)),
    combine: (all) => all.flatMap(({ data }) => (data ? [data] : [])),
  })
  const registrations = useQuery(registrationsQuery(api, slideId)).data?.results
  const [arrangement, keep] = useKept(`stack:${slideId}`, arrangementSchema, usualArrangement)
  const found = images.data?.results
  const members = useMemo(
    () =>
      found && stackMembers({ images: found, runs: whole, registrations: registrations ?? [], arrangement }),
    [found, whole, registrations, arrangement],
  )
  return {
    members,
    arrangement,
    arrange: (change) => keep({ ...arrangement, ...change }),
    error: images.error,
    retry: () => void images.refetch(),
  }
}

/** Whether an image can be seen where a view stands: its own, and those that lie in the same space. */
export const liesOn = ({ imageId, space }: ImageMember, view: SlideView): boolean =>
  imageId === view.image.id || (space !== null && isComparable(space, view.image.space))
