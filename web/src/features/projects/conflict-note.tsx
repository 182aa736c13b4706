import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import type { DraftField } from './draft.ts'
import { words } from './words.ts'

interface ConflictNoteProps {
  field: DraftField
  theirs: string
  chosen: 'theirs' | 'mine'
  onChoose: (choice: 'theirs' | 'mine') => void
}

/** What the other person wrote in this field, and the choice between it and what was typed here. */
export function ConflictNote({ field, theirs, chosen, onChoose }: ConflictNoteProps) {
  return (
    <Box sx={{ mt: 2, p: 3, borderRadius: 1, bgcolor: 'tokens.accent' }}>
      <Typography variant="body2" color="textSecondary">
        {words.conflict.theirs}
      </Typography>
      <Typography
        dir="auto"
        sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line', maxHeight: 120, overflowY: 'auto', mb: 2 }}
      >
        {theirs === '' ? words.conflict.empty : theirs}
      </Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={chosen}
        onChange={(_, choice: 'theirs' | 'mine' | null) => choice && onChoose(choice)}
        aria-label={words.conflict.which(words.fields[field])}
      >
        <ToggleButton value="theirs">{words.conflict.useTheirs}</ToggleButton>
        <ToggleButton value="mine">{words.conflict.keepMine}</ToggleButton>
      </ToggleButtonGroup>
    </Box>
  )
}
