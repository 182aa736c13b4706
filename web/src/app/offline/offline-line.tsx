import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Unsent } from '../../engine/annotations/sync/count-unsent.ts'
import { WifiOff } from '../../ui/frame/icons.ts'
import { OfflineText } from './offline-text.tsx'

export function OfflineLine({ unsent }: { unsent: readonly Unsent[] }) {
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 3,
        px: { xs: 4, sm: 6 },
        py: 2,
        alignItems: 'center',
        bgcolor: 'warning.main',
        color: 'warning.contrastText',
      }}
    >
      <WifiOff size={20} aria-hidden style={{ flexShrink: 0 }} />
      <Typography sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <OfflineText unsent={unsent} />
      </Typography>
    </Box>
  )
}
