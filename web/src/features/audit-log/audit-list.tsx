import type { AuditEntry } from '@cresyl/contract/operations/audits'
import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ListFrame } from '../../ui/list/list-frame.tsx'
import { AuditRow, columns } from './audit-row.tsx'
import type { FilterChange } from './filter.ts'
import { words } from './words.ts'

const rowHeight = 57

interface AuditListProps {
  entries: readonly AuditEntry[]
  busy: boolean
  /** Called when the end comes into sight. */
  onEnd: () => void
  onFilter: (change: FilterChange) => void
  footer: ReactNode
}

/** The log in a box of its own: only the rows in sight are drawn, however far back one reads. */
export function AuditList({ entries, busy, onEnd, onFilter, footer }: AuditListProps) {
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => entries[index]?.id ?? index,
    overscan: 8,
  })
  const items = virtual.getVirtualItems()
  const isAtEnd = (items.at(-1)?.index ?? 0) >= entries.length - 10
  useEffect(() => {
    if (isAtEnd) onEnd()
  }, [isAtEnd, onEnd])
  const toggle = (id: string) =>
    setOpen((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return (
    <ListFrame>
      <Box
        ref={box}
        // Scrolled by keys as well.
        tabIndex={0}
        role="region"
        aria-label={words.list.label}
        sx={{
          maxHeight: 'max(360px, 68vh)',
          overflowY: 'auto',
          overflowX: 'clip',
          overflowAnchor: 'none',
        }}
      >
        <Header />
        <Rows
          aria-label={words.list.label}
          aria-busy={busy}
          style={{
            opacity: busy ? 0.6 : 1,
            paddingBottom: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
          }}
        >
          {items.map(({ index, key, start }, place) => {
            const entry = entries[index]
            return (
              entry && (
                <Row
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  aria-posinset={index + 1}
                  aria-setsize={-1}
                  // Rows that are not drawn leave their room.
                  style={{ marginTop: start - (items[place - 1]?.end ?? 0) }}
                >
                  <AuditRow
                    entry={entry}
                    isOpen={open.has(entry.id)}
                    onToggle={() => toggle(entry.id)}
                    onFilter={onFilter}
                  />
                </Row>
              )
            )
          })}
        </Rows>
        {footer}
      </Box>
    </ListFrame>
  )
}

/** Names what the columns are, for the eye: each row says it for itself. */
function Header() {
  const { when, who, what, subject, from } = words.columns
  return (
    <Box
      aria-hidden
      sx={{
        display: { xs: 'none', md: 'grid' },
        gridTemplateColumns: columns,
        columnGap: 3,
        px: 2,
        height: 44,
        alignItems: 'center',
        borderBottom: 1,
        borderColor: 'divider',
        position: 'sticky',
        top: 0,
        zIndex: 1,
        bgcolor: 'background.paper',
      }}
    >
      <span />
      {[when, who, what, subject, from].map((name) => (
        <Typography key={name} variant="body2" sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
      ))}
    </Box>
  )
}

const Rows = styled('ul')({
  display: 'flex',
  flexDirection: 'column',
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

const Row = styled('li')(({ theme }) => ({
  flexShrink: 0,
  '&:not([aria-posinset="1"])': { borderTop: `1px solid ${theme.palette.divider}` },
}))
