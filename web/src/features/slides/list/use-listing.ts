import type { Page } from '@cresyl/contract/api/list'
import { listSlides, type Slide } from '@cresyl/contract/slides/slides'
import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Api } from '../../../lib/api/api.ts'
import { pageOf } from '../../../lib/api/paging.ts'
import { useLive } from '../../../lib/live/live-context.tsx'
import { useApi } from '../../../lib/session/session-context.tsx'
import { slideKeys } from '../queries.ts'
import type { Listing } from './place.ts'
import { pageSize, pagesOf, type Range } from './window.ts'

const isSame = (a: Listing, b: Listing) => JSON.stringify(a) === JSON.stringify(b)
/** Pages that were scrolled past; the first says how many slides there are. */
const keptFor = 60_000

function pageOptions(call: Api['call'], listing: Listing, page: number) {
  return queryOptions({
    queryKey: slideKeys.page(listing, page),
    queryFn: ({ signal }) =>
      call(
        listSlides,
        { query: { ...listing.filter, ordering: listing.ordering, ...pageOf(page, pageSize) } },
        { signal },
      ),
    ...(page > 0 && { gcTime: keptFor }),
  })
}

export interface UsedListing {
  /** What is on the screen: while others are on their way, those before. */
  shown: Listing
  isBehind: boolean
  /** Undefined until known. */
  count: number | undefined
  error: Error | null
  retry: () => void
}

/** The list that the address asks for, once its first page is there. */
export function useListing(wanted: Listing): UsedListing {
  useLive('slides')
  const { call } = useApi()
  const [shown, setShown] = useState(wanted)
  const next = useQuery(pageOptions(call, wanted, 0))
  const current = useQuery(pageOptions(call, shown, 0))
  const isBehind = !isSame(shown, wanted)
  if (isBehind && next.data) setShown(wanted)
  return {
    shown,
    isBehind,
    count: current.data?.count,
    error: next.data ? null : next.error,
    retry: () => void next.refetch(),
  }
}

export interface ShownSlides {
  /** Undefined while it is on its way. */
  slideAt: (index: number) => Slide | undefined
  isFailed: (index: number) => boolean
  error: Error | null
  retry: () => void
}

/** Scrolling past a page is no reason to ask for it. */
const settleAfter = 80

/** The slides in a range, page by page; what leaves it is no longer waited for. */
export function useSlidesIn(listing: Listing, range: Range): ShownSlides {
  const { call } = useApi()
  const first = pagesOf(range)[0] ?? 0
  const last = pagesOf(range).at(-1) ?? -1
  const pages = useMemo(() => Array.from({ length: last - first + 1 }, (_, n) => first + n), [first, last])
  const isSettled = useRest(`${first} ${last}`)
  const { byPage, failed, error, retry } = useQueries({
    queries: pages.map((page) => ({ ...pageOptions(call, listing, page), enabled: isSettled })),
    combine: useCallback(
      (results: readonly PageResult[]) => {
        const isFailed = (result: PageResult | undefined) => result?.error && result.data === undefined
        return {
          byPage: new Map(results.map(({ data }, at) => [pages[at], data] as const)),
          failed: new Set(pages.filter((_, at) => isFailed(results[at]))),
          error: results.find(isFailed)?.error ?? null,
          retry: () => {
            for (const result of results) if (isFailed(result)) void result.refetch()
          },
        }
      },
      [pages],
    ),
  })
  const slideAt = useCallback(
    (index: number) => byPage.get(Math.floor(index / pageSize))?.results[index % pageSize],
    [byPage],
  )
  return { slideAt, isFailed: (index) => failed.has(Math.floor(index / pageSize)), error, retry }
}

interface PageResult {
  data: Page<Slide> | undefined
  error: Error | null
  refetch: () => unknown
}

/** Whether it has been the same for a moment; at the beginning it has. */
function useRest(value: string): boolean {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), settleAfter)
    return () => clearTimeout(timer)
  }, [value])
  return rested === value
}

/** Asked for at once where slides are selected that nobody has scrolled to. */
const rowsAtOnce = 1000

/** All slides of a range, also those that aren't on the screen. */
export function useFetchRange(listing: Listing): (range: Range) => Promise<Slide[]> {
  const { call } = useApi()
  const client = useQueryClient()
  return useCallback(
    async (range) => {
      const pages = pagesOf(range).map((page) => {
        const state = client.getQueryState<Page<Slide>>(slideKeys.page(listing, page))
        // Something has changed since: what stood at its end may stand on the next by now.
        return state?.isInvalidated ? undefined : state?.data
      })
      if (pages.every((page) => page !== undefined)) {
        const skipped = range.first % pageSize
        return pages.flatMap(({ results }) => results).slice(skipped, skipped + range.end - range.first)
      }
      const found: Slide[] = []
      for (let offset = range.first; offset < range.end; offset += rowsAtOnce) {
        const limit = Math.min(rowsAtOnce, range.end - offset)
        const query = { ...listing.filter, ordering: listing.ordering, offset, limit }
        found.push(...(await call(listSlides, { query })).results)
      }
      return found
    },
    [call, client, listing],
  )
}
