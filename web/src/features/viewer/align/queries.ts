import { listLimits } from '@cresyl/contract/api/limits'
import type { RouteInput } from '@cresyl/contract/api/route'
import type { ImageSpace } from '@cresyl/contract/slides/image-space'
import {
  createRegistration,
  deleteRegistration,
  listRegistrations,
  type Registration,
  updateRegistration,
} from '@cresyl/contract/slides/registrations'
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type FrameLink, linkFrames } from '../../../engine/viewer/panes/frame-links.ts'
import { useLive } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { imageQuery } from '../slide/queries.ts'

const none: readonly Registration[] = []

/** How the slides are aligned with any others. */
export function useRegistrations(slideIds: readonly string[]): readonly Registration[] {
  useLive('registrations')
  const { call } = useApi()
  const ids = slideIds.toSorted()
  const { data } = useQuery({
    queryKey: [...liveKeys.registrations, 'of', ...ids],
    queryFn: ({ signal }) =>
      call(listRegistrations, { query: { slide_id: ids, limit: listLimits.all } }, { signal }),
    // One slide by itself moves with nothing.
    enabled: ids.length > 1,
    // Without it panes move together as they do where nothing is aligned.
    meta: { quiet: true },
  })
  return ids.length > 1 ? (data?.results ?? none) : none
}

/** The same as frames that lie in each other, as soon as it is known where the images lie in theirs. */
export function useFrameLinks(registrations: readonly Registration[]): readonly FrameLink[] {
  const api = useApi()
  const ids = [...new Set(registrations.flatMap((each) => [each.image_id, each.moving_image_id]))]
  const spaces = useQueries({
    queries: ids.map((id) => imageQuery(api, id)),
    combine: (images) => images.map(({ data }) => data?.space ?? null),
  })
  const known = JSON.stringify(spaces)
  const named = ids.join()
  return useMemo(() => {
    const all: readonly (ImageSpace | null)[] = JSON.parse(known)
    const spaceOf = (id: string) => all[named.split(',').indexOf(id)]
    return registrations.flatMap(({ image_id, moving_image_id, affine }) => {
      const [fixed, moving] = [spaceOf(image_id), spaceOf(moving_image_id)]
      return fixed && moving ? [linkFrames(moving, fixed, affine)] : []
    })
  }, [registrations, known, named])
}

type NewRegistration = NonNullable<RouteInput<typeof createRegistration>['body']>
type ChangedAlignment = NonNullable<RouteInput<typeof updateRegistration>['body']>['alignment']
type Saved = Omit<NewRegistration, 'alignment'> & { alignment: ChangedAlignment }

/** Saves what there is not yet, or as the next version of what there is. */
export function useSaveRegistration(existing: Registration | undefined) {
  const { call } = useApi()
  const client = useQueryClient()
  // The stack keeps its own with the slide.
  const keys = [liveKeys.registrations, [...liveKeys.slides, 'registrations']]
  const onSettled = () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
  const save = useMutation({
    mutationFn: ({ alignment, ...images }: Saved) => {
      if (existing) {
        const body = { alignment, version: existing.version }
        return call(updateRegistration, { params: { id: existing.id }, body })
      }
      if (alignment.method === 'earlier')
        throw new Error('There is no earlier version of what was never saved.')
      const body = { ...images, alignment }
      return call(createRegistration, { body }, { idempotencyKey: crypto.randomUUID() })
    },
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(deleteRegistration, { params: { id } }),
    onSettled,
  })
  return { save, remove }
}
