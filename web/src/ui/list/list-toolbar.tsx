import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'

interface ListToolbarProps {
  /** Search and filters. */
  children?: ReactNode
  /** What adds to the list, at the right. */
  action?: ReactNode
}

export function ListToolbar({ children, action }: ListToolbarProps) {
  return (
    <Stack direction="row" sx={{ gap: 3, mb: 4, flexWrap: 'wrap', alignItems: 'center' }}>
      {children && (
        <Stack
          direction="row"
          role="search"
          sx={{ flex: '1 1 auto', gap: 3, flexWrap: 'wrap', alignItems: 'center' }}
        >
          {children}
        </Stack>
      )}
      {action && (
        <Box
          sx={{
            ml: 'auto',
            flex: { xs: '1 1 100%', sm: '0 0 auto' },
            '& > *': { width: { xs: '100%', sm: 'auto' } },
          }}
        >
          {action}
        </Box>
      )}
    </Stack>
  )
}
