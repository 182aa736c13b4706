import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { RefreshCw, TriangleAlert } from '../../../ui/frame/icons.ts'
import { rowHeight } from './tray-list.ts'
import { words } from './words.ts'

/** As large as a row; still where nothing is on its way. */
export function RowSkeleton({ isStill = false }: { isStill?: boolean }) {
  const motion = isStill ? ({ animation: false } as const) : {}
  return (
    <Stack direction="row" sx={{ height: '100%', alignItems: 'center', gap: 2, px: 2, pl: 2.75 }}>
      <Skeleton {...motion} variant="rounded" width={56} height={56} sx={{ flexShrink: 0 }} />
      <Box sx={{ flex: 1 }}>
        <Skeleton {...motion} width="80%" />
        <Skeleton {...motion} width="55%" />
      </Box>
    </Stack>
  )
}

export function TrayLoading() {
  return (
    <div role="status" aria-label={words.loading}>
      {[0, 1, 2, 3, 4].map((row) => (
        <Box key={row} sx={{ height: rowHeight }}>
          <RowSkeleton />
        </Box>
      ))}
    </div>
  )
}

interface TrayNoteProps {
  text: string
  isProblem?: boolean
  action?: { label: string; run: () => void }
}

/** In place of the slides: why there are none, and what to do. */
export function TrayNote({ text, isProblem = false, action }: TrayNoteProps) {
  return (
    <Stack role={isProblem ? 'alert' : 'status'} sx={{ p: 4, gap: 3, alignItems: 'flex-start' }}>
      {isProblem && (
        <Box sx={{ color: 'tokens.fail', display: 'flex' }}>
          <TriangleAlert size={20} aria-hidden />
        </Box>
      )}
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
      {action && (
        <Button
          size="small"
          variant="outlined"
          onClick={action.run}
          startIcon={isProblem && <RefreshCw size={14} aria-hidden />}
        >
          {action.label}
        </Button>
      )}
    </Stack>
  )
}
