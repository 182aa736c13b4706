import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { changePlace, type ListPlace, type PlaceChange, pageCount, readPlace } from './list-place.ts'

export interface UsedListPlace {
  place: ListPlace
  /** The whole address, for filters of one's own. */
  parameters: URLSearchParams
  change: (change: PlaceChange) => void
}

/** The place in a list as the address has it, and how to change it. */
export function useListPlace(): UsedListPlace {
  const [parameters, setParameters] = useSearchParams()
  const place = useMemo(() => readPlace(parameters), [parameters])
  const change = useCallback(
    (change: PlaceChange) => {
      // Typing must not fill the history; turning pages may.
      const replace = change.search !== undefined
      setParameters((now) => changePlace(now, change), {
        replace,
        preventScrollReset: change.page === undefined,
      })
    },
    [setParameters],
  )
  return { place, parameters, change }
}

/** Rows may have gone since the address was written: the last page there is stands in for one beyond it. */
export function useExistingPage(count: number | undefined, { place, change }: UsedListPlace): void {
  useEffect(() => {
    if (count === undefined) return
    const last = pageCount(count) - 1
    if (place.page > last) change({ page: last })
  }, [count, place.page, change])
}
