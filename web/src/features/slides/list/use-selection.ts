import { batchLimits } from '@cresyl/contract/api/limits'
import type { Slide } from '@cresyl/contract/slides/slides'
import { useMemo, useRef, useState } from 'react'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { words } from '../words.ts'
import type { Listing } from './place.ts'
import {
  countOf,
  everything,
  nothing,
  rangeBetween,
  type Selection,
  setSelected,
  toggled,
} from './selection.ts'
import { useFetchRange } from './use-listing.ts'
import type { Range } from './window.ts'

export interface UsedSelection {
  selection: Selection
  count: number
  /** Slides are being found out that the selection is to have. */
  isCollecting: boolean
  toggle: (slide: Slide, index: number) => void
  /** Selects from where the last one was chosen up to here. */
  extendTo: (index: number) => void
  /** Selects both and all between, and goes on from the first next time. */
  extendFrom: (from: number, to: number) => void
  /** Selects a range, or those in it that are wanted, beside what is selected or instead. */
  take: (range: Range, how: 'add' | 'replace', isWanted?: (index: number) => boolean) => void
  all: () => void
  clear: () => void
  /** Of those named one by one, those that were seen. */
  known: (id: string) => Slide | undefined
}

/** What is selected of a list: none of it in another. */
export function useSelection(listing: Listing, total: number): UsedSelection {
  const key = JSON.stringify(listing.filter)
  const [kept, setKept] = useState({ key, selection: nothing })
  const [isCollecting, setCollecting] = useState(false)
  const anchor = useRef(0)
  const seen = useRef(new Map<string, Slide>())
  const fetchRange = useFetchRange(listing)
  const selection = kept.key === key ? kept.selection : nothing

  return useMemo(() => {
    const change = (next: (selection: Selection) => Selection) =>
      setKept((now) => ({ key, selection: next(now.key === key ? now.selection : nothing) }))
    const add = (slides: readonly Slide[], how: 'add' | 'replace') => {
      for (const slide of slides) seen.current.set(slide.id, slide)
      const ids = slides.map(({ id }) => id)
      change((now) => setSelected(how === 'replace' ? nothing : now, ids, true))
    }
    const take: UsedSelection['take'] = (range, how, isWanted = () => true) => {
      if (range.end - range.first > batchLimits.named) showToast(words.selection.most, 'info')
      const end = Math.min(range.end, range.first + batchLimits.named)
      setCollecting(true)
      fetchRange({ ...range, end })
        .then((slides) =>
          add(
            slides.filter((_, at) => isWanted(range.first + at)),
            how,
          ),
        )
        .catch((error: Error) => showToast(error.message, 'error'))
        .finally(() => setCollecting(false))
    }
    const extend = (to: number) => {
      const from = Math.min(anchor.current, total - 1)
      if (Math.abs(to - from) >= batchLimits.named) showToast(words.selection.most, 'info')
      take(rangeBetween(from, to), 'add')
    }
    return {
      selection,
      count: countOf(selection, total),
      isCollecting,
      toggle: (slide, index) => {
        anchor.current = index
        seen.current.set(slide.id, slide)
        change((now) => toggled(now, slide.id))
      },
      extendTo: (index) => extend(index),
      extendFrom: (from, to) => {
        if (countOf(selection, total) === 0) anchor.current = from
        extend(to)
      },
      take: (range, how, isWanted) => {
        anchor.current = range.first
        take(range, how, isWanted)
      },
      all: () => change(() => everything),
      clear: () => change(() => nothing),
      known: (id) => seen.current.get(id),
    }
  }, [selection, key, total, isCollecting, fetchRange])
}
