import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface ConflictChoiceProps {
  /** What the choice is about, such as "Which time zone to keep". */
  label: string
  theirs: ReactNode
  chosen: 'theirs' | 'mine'
  onChoose: (choice: 'theirs' | 'mine') => void
}

/** What another person saved in this field meanwhile, and the choice between it and what was typed here. */
export function ConflictChoice({ label, theirs, chosen, onChoose }: ConflictChoiceProps) {
  return (
    <Box sx={{ mt: 2, p: 3, borderRadius: 1, bgcolor: 'tokens.accent' }}>
      <Typography variant="body2" color="textSecondary">
        Their version
      </Typography>
      <Box sx={{ overflowWrap: 'anywhere', maxHeight: 160, overflowY: 'auto', mb: 2 }}>{theirs}</Box>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={chosen}
        onChange={(_, choice: 'theirs' | 'mine' | null) => choice && onChoose(choice)}
        aria-label={label}
      >
        <ToggleButton value="theirs">Use theirs</ToggleButton>
        <ToggleButton value="mine">Keep mine</ToggleButton>
      </ToggleButtonGroup>
    </Box>
  )
}
