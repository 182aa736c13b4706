import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

interface RowsPanelProps {
  /** Of the heading in it. */
  titleId: string
  children: ReactNode
}

/** The surface of a list of files: what is said of all of them, then the rows up to its edges. */
export function RowsPanel({ titleId, children }: RowsPanelProps) {
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        overflow: 'clip',
      }}
    >
      {children}
    </Box>
  )
}
