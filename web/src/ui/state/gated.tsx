import Box from '@mui/material/Box'
import Button, { type ButtonProps } from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import type { MouseEvent, ReactNode } from 'react'

// A control that is off or busy stays focusable (aria-disabled, not disabled): everyone can find out why, and nobody
// is thrown out of the dialog they are in.
const offStyle = { opacity: 0.6, cursor: 'not-allowed' } as const
const busyStyle = { cursor: 'progress', '& > :not([data-busy])': { opacity: 0.25 } } as const

interface GatedButtonProps extends Omit<ButtonProps, 'disabled' | 'loadingPosition' | 'loadingIndicator'> {
  /** Why it can't be used; undefined when it can. */
  reason?: string | undefined
}

export function GatedButton({ reason, loading, onClick, sx, children, ...rest }: GatedButtonProps) {
  const isBusy = loading === true
  const look = isBusy ? busyStyle : reason !== undefined && offStyle
  return (
    <Tooltip title={isBusy ? '' : (reason ?? '')}>
      <Button
        {...rest}
        {...((isBusy || reason !== undefined) && { 'aria-disabled': true })}
        {...(isBusy ? { onClick: ignore, 'aria-busy': true } : reason === undefined && { onClick })}
        sx={[look, ...(Array.isArray(sx) ? sx : [sx])]}
      >
        {isBusy && (
          <Box component="span" data-busy sx={{ position: 'absolute', display: 'flex' }}>
            <CircularProgress color="inherit" size={16} aria-hidden />
          </Box>
        )}
        <span>{children}</span>
      </Button>
    </Tooltip>
  )
}

/** A button of a form would send it again. */
function ignore(event: MouseEvent): void {
  event.preventDefault()
}

interface GatedMenuItemProps {
  icon: ReactNode
  label: string
  reason: string | undefined
  onClick: (event: MouseEvent) => void
  danger?: boolean
}

export function GatedMenuItem({ icon, label, reason, onClick, danger = false }: GatedMenuItemProps) {
  const off = reason !== undefined
  return (
    <MenuItem
      aria-disabled={off}
      {...(!off && { onClick })}
      sx={{ maxWidth: 300, cursor: off ? 'not-allowed' : 'pointer', alignItems: 'flex-start' }}
    >
      <ListItemIcon sx={{ pt: 0.5, color: danger && !off ? 'error.main' : 'text.secondary' }}>
        {icon}
      </ListItemIcon>
      <ListItemText
        primary={label}
        secondary={reason}
        slotProps={{
          primary: { color: off ? 'textSecondary' : danger ? 'error' : 'textPrimary' },
          secondary: { variant: 'caption', sx: { display: 'block' } },
        }}
      />
    </MenuItem>
  )
}
