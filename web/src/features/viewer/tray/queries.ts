import { listLimits } from '@cresyl/contract/api/limits'
import type { Page } from '@cresyl/contract/api/list'
import { listSlides, type Slide } from '@cresyl/contract/slides/slides'
import { listViewers, type Viewer } from '@cresyl/contract/slides/viewers'
import { useQueries, useQuery } from '@tanstack/react-query'
import { pageOf } from '../../../lib/api/paging.ts'
import { useLive } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import type { SlideOrder } from '../../../ui/slide/slide-order.ts'
import { keptAfterLeaving } from '../slide/use-slide.ts'
import { pageSize } from './tray-list.ts'

/** Whose slides: those of a project, or those in none, found by a search. */
export interface TrayScope {
  readonly projectId: string | null
  readonly search: string
  readonly ordering: SlideOrder
}

function filterOf({ projectId, search, ordering }: TrayScope) {
  return {
    ...(projectId === null ? { unsorted: true } : { project_id: [projectId] }),
    ...(search !== '' && { search }),
    ordering,
  } as const
}

/** The slides on these pages, by page; those that are still on their way are missing. */
export function useTrayPages(scope: TrayScope | null, pages: readonly number[]) {
  useLive('slides', 'unhurried')
  const { call } = useApi()
  return useQueries({
    queries: pages.map((page) => ({
      queryKey: [...liveKeys.slides, 'tray', scope, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(listSlides, { query: { ...filterOf(scope ?? nowhere), ...pageOf(page, pageSize) } }, { signal }),
      enabled: scope !== null,
    })),
    combine: (results) => ({
      byPage: new Map(
        results.flatMap(({ data }, index): [number, Page<Slide>][] => {
          const page = pages[index]
          return data === undefined || page === undefined ? [] : [[page, data]]
        }),
      ),
      failed: new Set(pages.filter((_, index) => isFailed(results[index]))),
      error: results.find(isFailed)?.error ?? null,
      retry: () => void Promise.all(results.filter(({ error }) => error).map(({ refetch }) => refetch())),
    }),
  })
}

/** Older data is better than none. */
const isFailed = (result: { error: Error | null; data: unknown } | undefined) =>
  result !== undefined && result.error !== null && result.data === undefined

const nowhere: TrayScope = { projectId: null, search: '', ordering: 'name' }

/** How many slides stand before this one; undefined until known. */
export function usePlace(scope: TrayScope | null, slideId: string): number | undefined {
  const { call } = useApi()
  const { data } = useQuery({
    queryKey: [...liveKeys.slides, 'place', scope, slideId],
    queryFn: ({ signal }) =>
      call(
        listSlides,
        { query: { ...filterOf(scope ?? nowhere), before_id: slideId, limit: 1 } },
        { signal },
      ),
    enabled: scope !== null,
    gcTime: keptAfterLeaving,
    // Without it the tray starts at its top.
    meta: { quiet: true },
  })
  return data?.count
}

/** What can be opened of the slides on each page, by slide. */
export function useTrayViewers(pages: readonly Page<Slide>[]): ReadonlyMap<string, readonly Viewer[]> {
  useLive('images', 'unhurried')
  const { call } = useApi()
  return useQueries({
    queries: pages.map(({ results }) => {
      const ids = results.map(({ id }) => id)
      return {
        queryKey: [...liveKeys.images, 'tray', ids],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          call(listViewers, { query: { slide_id: ids, limit: listLimits.all } }, { signal }),
        enabled: ids.length > 0,
        // A badge that is missing is no reason to disturb anyone.
        meta: { quiet: true },
      }
    }),
    combine: (results) =>
      Map.groupBy(
        results.flatMap(({ data }) => data?.results ?? []),
        ({ id }) => id,
      ),
  })
}
