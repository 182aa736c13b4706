import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import type { LucideIcon } from 'lucide-react'
import type { MouseEvent } from 'react'

interface BarButtonProps {
  label: string
  icon: LucideIcon
  onClick: (event: MouseEvent<HTMLElement>) => void
  /** The key that does the same, as it stands on the keyboard. */
  shortcut?: string | undefined
  /** Of what is on or off. */
  pressed?: boolean
  /** Of what opens a menu. */
  opens?: 'menu' | 'dialog'
  /** Of what folds and unfolds something. */
  expanded?: boolean
  disabled?: boolean
  /** Of one that stands in a column: its tooltip doesn't lie over the next. */
  beside?: boolean
  size?: number
}

/** A small button over the image; its tooltip names it and its key. */
export function BarButton(props: BarButtonProps) {
  const { label, icon: Icon, onClick, shortcut, pressed, opens, expanded, disabled = false } = props
  const { size = 32, beside = false } = props
  return (
    <Tooltip
      title={shortcut === undefined ? label : `${label} (${shortcut})`}
      placement={beside ? 'right' : 'bottom'}
    >
      <IconButton
        aria-label={label}
        {...(pressed !== undefined && { 'aria-pressed': pressed })}
        {...(opens && { 'aria-haspopup': opens })}
        {...(expanded !== undefined && { 'aria-expanded': expanded })}
        aria-disabled={disabled}
        {...(!disabled && { onClick })}
        sx={{
          width: size,
          height: size,
          p: 0,
          borderRadius: 0.75,
          color: pressed ? 'primary.main' : 'text.primary',
          bgcolor: pressed ? 'tokens.accent' : 'transparent',
          ...(disabled && { opacity: 0.4, cursor: 'default' }),
        }}
      >
        <Icon size={size > 24 ? 18 : 16} aria-hidden />
      </IconButton>
    </Tooltip>
  )
}
