import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import { X } from '../../../ui/frame/icons.ts'
import { words } from '../words.ts'

/** One line above the list, about something with many slides. */
export function StripFrame({ children }: { children: ReactNode }) {
  return (
    <Stack
      direction="row"
      sx={{
        gap: 3,
        px: 4,
        py: 2,
        minHeight: 52,
        flexWrap: 'wrap',
        alignItems: 'center',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      {children}
    </Stack>
  )
}

export function StripIcon({
  tone = 'info',
  children,
}: {
  tone?: 'info' | 'pass' | 'warn' | 'muted'
  children: ReactNode
}) {
  return <Box sx={{ display: 'flex', color: `tokens.${tone}` }}>{children}</Box>
}

export function StripDismiss({ onClick }: { onClick: () => void }) {
  return (
    <IconButton size="small" aria-label={words.batch.dismiss} title={words.batch.dismiss} onClick={onClick}>
      <X size={18} aria-hidden />
    </IconButton>
  )
}
