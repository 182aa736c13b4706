import type { Page } from '@cresyl/contract/api/list'
import type { RouteInput } from '@cresyl/contract/api/route'
import { listSlides, readSlide, type Slide, updateSlide } from '@cresyl/contract/slides/slides'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError } from '../../lib/api/call-error.ts'
import { pageOf } from '../../lib/api/paging.ts'
import { useLive } from '../../lib/live/live-context.tsx'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { useApi } from '../../lib/session/session-context.tsx'
import type { Listing } from './list/place.ts'

export const slideKeys = {
  all: liveKeys.slides,
  page: (listing: Listing, page: number) => [...liveKeys.slides, 'list', listing, page] as const,
  plain: (listing: Listing, page: number) => [...liveKeys.slides, 'plain', listing, page] as const,
  one: (id: string) => [...liveKeys.slides, 'details', id] as const,
}

export function useSlide(id: string) {
  useLive('slides')
  const { call } = useApi()
  return useQuery<Slide>({
    queryKey: slideKeys.one(id),
    queryFn: ({ signal }) => call(readSlide, { params: { id } }, { signal }),
  })
}

type SlideChange = Omit<NonNullable<RouteInput<typeof updateSlide>['body']>, 'version'>

export function useSlideUpdate() {
  const { call } = useApi()
  const client = useQueryClient()
  return {
    mutationFn: ({ base: { id, version }, changes }: { base: Slide; changes: SlideChange }) =>
      call(updateSlide, { params: { id }, body: { ...changes, version } }),
    onSuccess: (slide: Slide) => client.setQueryData(slideKeys.one(slide.id), slide),
    onSettled: () => client.invalidateQueries({ queryKey: slideKeys.all }),
  }
}

/** Pages of 50, for the plain table. */
export function usePlainSlides(listing: Listing, page: number) {
  useLive('slides', 'unhurried')
  const { call } = useApi()
  return useQuery<Page<Slide>>({
    queryKey: slideKeys.plain(listing, page),
    queryFn: ({ signal }) =>
      call(
        listSlides,
        { query: { ...listing.filter, ordering: listing.ordering, ...pageOf(page) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
}

/** An id that is unknown, another organisation's, or no id at all: to the person they are the same. */
export function isMissing(error: unknown): boolean {
  return error instanceof CallError && (error.status === 404 || error.status === 400)
}
