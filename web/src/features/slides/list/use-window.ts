import { type RefObject, useLayoutEffect, useState } from 'react'
import { type Layout, type Range, visibleRows } from './window.ts'

interface Seen {
  /** Of the list, in pixels of the page; 0 until it is measured. */
  width: number
  rows: Range
}

/** The rows of a list that are on the screen while the page scrolls. */
export function useWindow(
  list: RefObject<HTMLElement | null>,
  layoutOf: (width: number) => Layout,
): Seen & { layout: Layout } {
  const [width, setWidth] = useState(0)
  const [rows, setRows] = useState<Range>({ first: 0, end: 0 })
  const layout = layoutOf(width)
  const { count, columns, rowHeight } = layout

  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [list])

  useLayoutEffect(() => {
    const look = () => {
      const element = list.current
      if (!element) return
      const top = -element.getBoundingClientRect().top
      const next = visibleRows(top, innerHeight, { count, columns, rowHeight, columnWidth: 0, gap: 0 })
      setRows((now) => (now.first === next.first && now.end === next.end ? now : next))
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [list, count, columns, rowHeight])

  return { width, rows, layout }
}
