import Button, { type ButtonProps } from '@mui/material/Button'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import type { MouseEvent, ReactNode } from 'react'

// A control that is off stays focusable (aria-disabled, not disabled), so that everyone can find out why.
const offStyle = { opacity: 0.6, cursor: 'not-allowed' } as const

interface GatedButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Why it can't be used; undefined when it can. */
  reason: string | undefined
}

export function GatedButton({ reason, onClick, sx, ...rest }: GatedButtonProps) {
  if (reason === undefined) return <Button {...rest} onClick={onClick} {...(sx && { sx })} />
  return (
    <Tooltip title={reason}>
      <Button {...rest} aria-disabled sx={[offStyle, ...(Array.isArray(sx) ? sx : [sx])]} />
    </Tooltip>
  )
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
