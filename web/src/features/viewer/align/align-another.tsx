import Box from '@mui/material/Box'
import { Plus } from '../../../ui/frame/icons.ts'
import { GatedButton } from '../../../ui/state/gated.tsx'
import { useAlignOffer } from './align-context.ts'
import { words } from './words.ts'

/** Begins with choosing the other slide. */
export function AlignAnother() {
  const { choose, chooseReason } = useAlignOffer()
  return (
    <Box sx={{ p: 4 }}>
      <GatedButton
        variant="outlined"
        startIcon={<Plus size={16} aria-hidden />}
        reason={chooseReason}
        onClick={choose}
      >
        {words.another}
      </GatedButton>
    </Box>
  )
}
