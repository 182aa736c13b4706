import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { viewerKeys } from '../../../engine/viewer/input/keys.ts'
import { ChevronsLeft, X } from '../../../ui/frame/icons.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { words } from './words.ts'

interface TrayFrameProps {
  onClose: () => void
  /** As wide as there is room: in a sheet. */
  isWide?: boolean
  children: ReactNode
}

/** The place of the slides, left of the image. */
export function TrayFrame({ onClose, isWide = false, children }: TrayFrameProps) {
  return (
    <Box
      component="aside"
      aria-label={words.tray.title}
      sx={{
        width: isWide ? '100%' : 240,
        height: '100%',
        minHeight: 0,
        flexShrink: 0,
        display: 'flex',
        flexDirection: 'column',
        bgcolor: 'background.paper',
        ...(!isWide && { borderRight: 1, borderColor: 'divider' }),
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 48, pl: 4, pr: 2, flexShrink: 0 }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {words.tray.title}
        </Typography>
        <BarButton
          label={words.tray.hide}
          icon={isWide ? X : ChevronsLeft}
          shortcut={viewerKeys.tray.shown}
          onClick={onClose}
        />
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>{children}</Box>
    </Box>
  )
}
