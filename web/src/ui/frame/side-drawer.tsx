import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { X } from './icons.ts'

interface SideDrawerProps {
  title: string
  closeLabel: string
  onClose: () => void
  /** Before the title, such as the way back. */
  start?: ReactNode
  children: ReactNode
}

/** Lies over the page from the right, under a header that stays in sight. */
export function SideDrawer({ title, closeLabel, onClose, start, children }: SideDrawerProps) {
  const titleId = useId()
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        paper: {
          'aria-labelledby': titleId,
          sx: { width: { xs: '100%', sm: 520 }, maxWidth: '100%', bgcolor: 'background.default' },
        },
      }}
    >
      <Stack
        direction="row"
        component="header"
        sx={{
          position: 'sticky',
          top: 0,
          zIndex: 1,
          minHeight: 56,
          px: 4,
          gap: 2,
          alignItems: 'center',
          bgcolor: 'background.paper',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        {start}
        <Typography variant="h2" id={titleId} sx={{ flex: 1 }}>
          {title}
        </Typography>
        <Tooltip title={closeLabel} describeChild={false}>
          <IconButton edge="end" onClick={onClose}>
            <X size={20} aria-hidden />
          </IconButton>
        </Tooltip>
      </Stack>
      {children}
    </Drawer>
  )
}
