import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'

/** The surface of a table or of cards. Clipped, not scrolled: a scrolling box would take the sticky header along. */
export function ListFrame({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        overflow: 'clip',
        bgcolor: 'background.paper',
        // The frame is line enough.
        '& tbody > tr:last-of-type > *': { borderBottom: 0 },
      }}
    >
      {children}
    </Box>
  )
}

interface CardListProps {
  label: string
  busy?: boolean
  children: ReactNode
}

/** Rows on narrow screens, where a table would not fit: each child is one <li>. */
export function CardList({ label, busy = false, children }: CardListProps) {
  return (
    <Box
      component="ul"
      aria-label={label}
      aria-busy={busy}
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        opacity: busy ? 0.6 : 1,
        '& > li': { py: 3, pl: 4, pr: 2 },
        '& > li:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
      }}
    >
      {children}
    </Box>
  )
}

/** One <li> of a list of cards: what it says, and its menu at the end. */
export function Card({ children, menu }: { children: ReactNode; menu?: ReactNode }) {
  return (
    <Stack component="li" direction="row" sx={{ gap: 2 }}>
      <Box sx={{ flex: 1, minWidth: 0, alignSelf: 'center' }}>{children}</Box>
      {menu && <div>{menu}</div>}
    </Stack>
  )
}
