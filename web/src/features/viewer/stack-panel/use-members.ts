import { isComparable } from '@cresyl/contract/slides/image-space'
import { listImages } from '@cresyl/contract/slides/images'
import { skipToken, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { useLive } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { useKept } from '../image-panel/use-kept.ts'
import { runQuery, useRuns } from '../results-panel/queries.ts'
import { useResultsDesk } from '../results-panel/results-desk.tsx'
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

const none: readonly string[] = []

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
  const { linkedOrder: linked } = useResultsDesk()
  const [outdated, setOutdated] = useState<readonly string[] | null>(null)
  const linkedOrder = linked === outdated ? none : linked
  const found = images.data?.results
  const members = useMemo(() => {
    const known = { runs: whole, registrations: registrations ?? [], arrangement, linkedOrder }
    return found && stackMembers({ images: found, ...known })
  }, [found, whole, registrations, arrangement, linkedOrder])
  useDrawnInOrder(members)
  return {
    members,
    arrangement,
    arrange: (change) => {
      if (change.order) setOutdated(linked)
      keep({ ...arrangement, ...change })
    },
    error: images.error,
    retry: () => void images.refetch(),
  }
}

/** What is higher in the list lies above. */
function useDrawnInOrder(members: readonly StackMember[] | undefined): void {
  const { shown, arrange } = useResultsDesk()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was shown just now has to take its place as well.
  useEffect(() => {
    if (members) arrange(members.map(({ id }) => id))
  }, [members, shown])
}

/** Whether an image can be seen where a view stands: its own, and those that lie in the same space. */
export const liesOn = ({ imageId, space }: ImageMember, view: SlideView): boolean =>
  imageId === view.image.id || (space !== null && isComparable(space, view.image.space))
