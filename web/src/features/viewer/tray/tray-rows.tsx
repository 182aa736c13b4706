import type { Slide } from '@cresyl/contract/slides/slides'
import Box from '@mui/material/Box'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { PaneContent } from '../../../engine/viewer/panes/workspace.ts'
import { type RowRange, rowByKey, rowHeight, scrollFor } from './tray-list.ts'
import { TrayMenu } from './tray-menu.tsx'
import { TrayRow } from './tray-row.tsx'
import { RowSkeleton } from './tray-states.tsx'
import type { Tray } from './use-tray.ts'
import { words } from './words.ts'

interface TrayRowsProps {
  tray: Tray
  count: number
  slideId: string
  rows: RowRange
  box: RefObject<HTMLDivElement | null>
  /** What the panes show. */
  contents: readonly (PaneContent | null)[]
  onOpen: (content: PaneContent) => void
  onOpenInPane: (pane: number, content: PaneContent) => void
}

/** The slides as one column: only those that are seen are there, at their places. */
export function TrayRows({ tray, count, slideId, rows, box, contents, onOpen, onOpenInPane }: TrayRowsProps) {
  const [menu, setMenu] = useState<{ anchor: HTMLElement; slide: Slide } | null>(null)
  const [led, setLed] = useState<number | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const leadTo = useRef<number | null>(null)

  // Where the keys led is a row that may not have been there before.
  useEffect(() => {
    if (leadTo.current === null) return
    const link = list.current?.querySelector<HTMLElement>(`[data-row="${leadTo.current}"] [data-row-link]`)
    if (!link) return
    leadTo.current = null
    link.focus({ preventScroll: true })
  })

  function press(event: KeyboardEvent) {
    const at = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null
    const element = box.current
    if (!at || !element || event.altKey || event.ctrlKey || event.metaKey) return
    const row = rowByKey(event.key, Number(at.dataset.row), count)
    if (row === undefined) return
    event.preventDefault()
    leadTo.current = row
    setLed(row)
    element.scrollTop = scrollFor(row, element.scrollTop, element.clientHeight)
  }

  const home = led ?? tray.place ?? 0
  const tabbable = Math.min(Math.max(home, rows.first), rows.end - 1)
  const panesOf = (id: string) =>
    contents.length < 2 ? [] : contents.flatMap((content, pane) => (content?.slideId === id ? [pane] : []))
  return (
    <Box
      component="ul"
      ref={list}
      aria-label={words.list}
      onKeyDown={press}
      sx={{ m: 0, p: 0, position: 'relative', height: count * rowHeight, listStyle: 'none' }}
    >
      {Array.from({ length: rows.end - rows.first }, (_, n) => rows.first + n).map((row) => {
        const slide = tray.slideAt(row)
        return (
          <Box
            component="li"
            key={row}
            data-row={row}
            aria-setsize={count}
            aria-posinset={row + 1}
            sx={{ position: 'absolute', top: row * rowHeight, left: 0, right: 0, height: rowHeight }}
          >
            {slide ? (
              <TrayRow
                slide={slide}
                viewers={tray.viewersOf(slide.id)}
                isOpen={slide.id === slideId}
                panes={panesOf(slide.id)}
                isTabbable={row === tabbable}
                onOpen={onOpen}
                onMenu={(anchor) => setMenu({ anchor, slide })}
              />
            ) : (
              <RowSkeleton isStill={tray.isFailed(row)} />
            )}
          </Box>
        )
      })}
      {menu && (
        <TrayMenu
          {...menu}
          viewers={tray.viewersOf(menu.slide.id)}
          onOpen={onOpen}
          onOpenInPane={onOpenInPane}
          onClose={() => setMenu(null)}
        />
      )}
    </Box>
  )
}
