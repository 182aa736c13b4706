import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { changePlace, type ListPlace, type PlaceChange, readPlace, type TurnTo } from './list-place.ts'

export interface UsedListPlace {
  place: ListPlace
  /** The whole address, for filters of one's own. */
  parameters: URLSearchParams
  /** Shows others, from the first page on. */
  change: (change: PlaceChange) => void
  turnTo: TurnTo
}

/** The place in a list as the address has it, and how to change it. */
export function useListPlace(): UsedListPlace {
  const [parameters, setParameters] = useSearchParams()
  const place = useMemo(() => readPlace(parameters), [parameters])
  const change = useCallback(
    (change: PlaceChange) => {
      // Typing must not fill the history; turning pages may.
      const replace = change.search !== undefined
      setParameters((now) => changePlace(now, change), { replace, preventScrollReset: true })
    },
    [setParameters],
  )
  const turnTo = useCallback<TurnTo>(
    (page, { replace = false } = {}) => setParameters((now) => changePlace(now, { page }), { replace }),
    [setParameters],
  )
  return { place, parameters, change, turnTo }
}
