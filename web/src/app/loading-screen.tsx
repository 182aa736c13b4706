import CircularProgress from '@mui/material/CircularProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Logo } from '../ui/logo.tsx'
import { words } from './words.ts'

/** While it is found out who is there. */
export function LoadingScreen() {
  return (
    <Stack
      component="main"
      sx={{ minHeight: '100dvh', alignItems: 'center', justifyContent: 'center', gap: 6 }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 3 }}>
        <Logo size={40} />
        <Typography variant="h1">{words.product}</Typography>
      </Stack>
      <div role="status">
        <CircularProgress size={28} aria-label={words.checking} />
      </div>
    </Stack>
  )
}
