import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** On narrow screens, panels rise from below and leave the upper half to the image. */
export function Sheet({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      component="section"
      aria-label={label}
      sx={{
        position: 'absolute',
        insetInline: 0,
        bottom: 0,
        zIndex: 3,
        height: '50%',
        display: 'flex',
        flexDirection: 'column',
        overflow: 'hidden',
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
        borderRadius: '12px 12px 0 0',
        boxShadow: '0 -4px 16px rgb(20 17 24 / 0.16)',
      }}
    >
      {children}
    </Box>
  )
}
