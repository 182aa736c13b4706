import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { words } from './words.ts'

const { keys } = words
const lines = [
  ['↑ ↓', keys.choose],
  ['↵', keys.open],
  ['Ctrl ↵', keys.newTab],
  ['Esc', keys.close],
] as const

/** The keys of the palette, for those who see them; the box tells them to others by its role. */
export function PaletteKeys() {
  return (
    <Stack
      direction="row"
      aria-hidden
      sx={{ px: 4, py: 2, gap: 4, borderTop: 1, borderColor: 'divider', color: 'text.secondary' }}
    >
      {lines.map(([key, what]) => (
        <Typography key={key} variant="caption">
          <kbd style={{ fontFamily: 'inherit', fontWeight: 600 }}>{key}</kbd> {what}
        </Typography>
      ))}
    </Stack>
  )
}
