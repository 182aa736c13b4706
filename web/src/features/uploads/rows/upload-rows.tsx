import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type ReactNode, useRef } from 'react'
import type { Upload } from '../../../engine/uploads/upload.ts'
import { useKeptFocus } from '../../../ui/list/use-kept-focus.ts'
import type { RowDrag } from './use-row-drag.ts'

interface UploadRowsProps {
  label: string
  uploads: readonly Upload[]
  /** How high a row is before it has been measured. */
  rowHeight: number
  dragged: RowDrag | null
  children: (upload: Upload, index: number) => ReactNode
}

/** A list of files that scrolls in its own box: only the rows in sight are drawn, however many there are. */
export function UploadRows({ label, uploads, rowHeight, dragged, children }: UploadRowsProps) {
  const { ref, onFocus, tabIndex } = useKeptFocus()
  const focused = useRef<string | null>(null)
  const virtual = useVirtualizer({
    count: uploads.length,
    getScrollElement: () => ref.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => uploads[index]?.key ?? index,
    overscan: 6,
    // The row that has the focus stays, however far it is scrolled away.
    rangeExtractor: (range) => {
      const kept = uploads.findIndex(({ key }) => key === focused.current)
      const indexes = new Set(defaultRangeExtractor(range))
      if (kept !== -1) indexes.add(kept)
      return [...indexes].sort((a, b) => a - b)
    },
  })
  const noteFocus = (event: FocusEvent) => {
    onFocus(event)
    focused.current = event.target.closest<HTMLElement>('[data-upload]')?.dataset.upload ?? null
  }
  const items = virtual.getVirtualItems()
  const from = dragged === null ? -1 : uploads.findIndex(({ key }) => key === dragged.key)
  return (
    <Box
      ref={ref}
      data-rows
      tabIndex={tabIndex}
      onFocus={noteFocus}
      sx={{
        maxHeight: 'max(320px, 62vh)',
        overflowY: 'auto',
        overflowX: 'clip',
        overflowAnchor: 'none',
      }}
    >
      <Rows aria-label={label} style={{ paddingBottom: virtual.getTotalSize() - (items.at(-1)?.end ?? 0) }}>
        {items.map(({ index, key, start }, place) => {
          const upload = uploads[index]
          if (!upload) return null
          const isOver = dragged?.over === upload.key && from !== -1 && from !== index
          return (
            <Row
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              data-upload={upload.key}
              data-dragged={from === index || undefined}
              data-drop={isOver ? (from < index ? 'below' : 'above') : undefined}
              aria-setsize={uploads.length}
              aria-posinset={index + 1}
              // Rows that are not drawn leave their room.
              style={{ marginTop: start - (items[place - 1]?.end ?? 0) }}
            >
              {children(upload, index)}
            </Row>
          )
        })}
      </Rows>
    </Box>
  )
}

// One below the other: a row that grows pushes the next ones down at once, before it has been measured.
const Rows = styled('ul')({
  display: 'flex',
  flexDirection: 'column',
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

// Styled once, not anew with every figure that arrives. The line is where the dragged row would go.
const Row = styled('li')(({ theme }) => ({
  flexShrink: 0,
  '&:not([aria-posinset="1"])': { borderTop: `1px solid ${theme.palette.divider}` },
  '&[data-dragged]': { opacity: 0.5 },
  '&[data-drop="above"]': { boxShadow: `inset 0 3px 0 ${theme.palette.primary.main}` },
  '&[data-drop="below"]': { boxShadow: `inset 0 -3px 0 ${theme.palette.primary.main}` },
}))
