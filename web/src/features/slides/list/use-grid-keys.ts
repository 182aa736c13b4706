import type { Slide } from '@cresyl/contract/slides/slides'
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ItemActs } from './item.ts'
import type { ShownSlides } from './use-listing.ts'
import type { UsedSelection } from './use-selection.ts'
import { indexByKey, type Layout, type Range, rowOf, scrollFor } from './window.ts'

interface Active {
  index: number
  /** Null while it is on its way. */
  slide: Slide | null
}

interface GridKeys {
  list: RefObject<HTMLElement | null>
  layout: Layout
  shown: ShownSlides
  /** The slides that are on the screen. */
  range: Range
  selection: UsedSelection
  acts: ItemActs
  /** What covers the page above and below the rows, in pixels of the page. */
  covered: { top: number; bottom: number }
}

/** Moves through the slides by keys, with one of them reached by Tab. */
export function useGridKeys({ list, layout, shown, range, selection, acts, covered }: GridKeys) {
  const navigate = useNavigate()
  const [active, setActive] = useState<Active>({ index: 0, slide: null })
  const [hasFocus, setFocus] = useState(false)
  const leadTo = useRef<number | null>(null)
  const now = whereIs(active, shown, range)

  useEffect(() => {
    const element = list.current
    const wanted = leadTo.current ?? (hasFocus && document.activeElement === document.body ? now.index : null)
    if (wanted === null || !element) return
    const item = element.querySelector<HTMLElement>(`[data-index="${wanted}"]`)
    if (!item) return
    item.focus({ preventScroll: true })
    if (leadTo.current !== null) reveal(leadTo.current)
    leadTo.current = null
  })

  function lead(index: number) {
    leadTo.current = index
    setActive({ index, slide: shown.slideAt(index) ?? null })
    reveal(index)
  }

  function reveal(index: number) {
    const rect = list.current?.getBoundingClientRect()
    if (!rect) return
    const top = covered.top - rect.top
    const next = scrollFor(rowOf(index, layout), top, innerHeight - covered.top - covered.bottom, layout)
    if (next !== top) scrollBy({ top: next - top, behavior: 'instant' })
  }

  function press(event: KeyboardEvent) {
    const { target, key } = event
    const item = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
    if (!item || event.altKey) return
    const index = Number(item.dataset.index)
    const isCommand = event.ctrlKey || event.metaKey
    if (isCommand && key.toLowerCase() === 'a') {
      event.preventDefault()
      return selection.all()
    }
    if (key === 'Escape' && selection.count > 0) return selection.clear()
    const rows = Math.floor((innerHeight - covered.top - covered.bottom) / layout.rowHeight)
    const next = indexByKey(key, index, layout, rows)
    if (next !== undefined) {
      event.preventDefault()
      if (event.shiftKey) selection.extendFrom(index, next)
      return lead(next)
    }
    const slide = shown.slideAt(index)
    if (!slide || target instanceof HTMLButtonElement || target instanceof HTMLInputElement) return
    if (key === ' ') {
      event.preventDefault()
      if (event.shiftKey) acts.extendTo(index)
      else acts.toggle(slide, index)
    } else if (key === 'Enter' && target === item) {
      event.preventDefault()
      if (isCommand) open(`/slide/${slide.id}`)
      else navigate(`/slide/${slide.id}`)
    } else if (key === 'i' && !isCommand) {
      acts.showDetails(slide)
    }
  }

  return {
    /** The one that Tab gets to. */
    active: now,
    hasFocus,
    press,
    focus: (event: FocusEvent) => {
      const item = event.target.closest<HTMLElement>('[data-index]')
      setFocus(item !== null)
      if (!item) return
      const index = Number(item.dataset.index)
      setActive({ index, slide: shown.slideAt(index) ?? null })
    },
    blur: (event: FocusEvent) => {
      // What goes away takes the focus along without a new place for it: it stays with the list.
      if (event.relatedTarget !== null) setFocus(false)
    },
  }
}

/** Slides may have come before it since: it is looked for among those that are on the screen. */
function whereIs(active: Active, shown: ShownSlides, range: Range): Active {
  const { index, slide } = active
  const at = shown.slideAt(index)
  if (slide === null) return { index, slide: at ?? null }
  if (at === undefined || at.id === slide.id) return { index, slide: at ?? slide }
  for (let each = range.first; each < range.end; each += 1) {
    const other = shown.slideAt(each)
    if (other?.id === slide.id) return { index: each, slide: other }
  }
  return { index, slide: at }
}
