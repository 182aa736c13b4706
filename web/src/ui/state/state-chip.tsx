import Chip from '@mui/material/Chip'
import type { LucideIcon } from 'lucide-react'

export type StateTone = 'pass' | 'warn' | 'fail' | 'info' | 'muted'

interface StateChipProps {
  icon: LucideIcon
  label: string
  tone: StateTone
}

/** A state as icon and word, never by colour alone. */
export function StateChip({ icon: Icon, label, tone }: StateChipProps) {
  const colour = `tokens.${tone}`
  return (
    <Chip
      size="small"
      variant="outlined"
      icon={<Icon size={14} aria-hidden />}
      label={label}
      sx={{
        color: colour,
        // What is chosen lies on a ground on which these colours are too pale.
        bgcolor: 'background.paper',
        borderColor: 'currentColor',
        '& .MuiChip-icon': { color: 'inherit', ml: 1.5, mr: 0 },
        '& .MuiChip-label': { px: 1.5 },
      }}
    />
  )
}
