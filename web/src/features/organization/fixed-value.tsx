import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface FixedValueProps {
  label: string
  /** Why it can't be changed here. */
  hint: string
  children: ReactNode
}

/** Something among the settings that is only to be read. */
export function FixedValue({ label, hint, children }: FixedValueProps) {
  return (
    <Box>
      <Typography color="textSecondary">{label}</Typography>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{children}</Typography>
      <Typography variant="caption" color="textSecondary">
        {hint}
      </Typography>
    </Box>
  )
}
