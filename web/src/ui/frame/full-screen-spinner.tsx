import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'

/** For whole pages only; content has skeletons. */
export function FullScreenSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <Box
      role="status"
      sx={{ position: 'fixed', inset: 0, display: 'grid', placeItems: 'center', pointerEvents: 'none' }}
    >
      <CircularProgress aria-label={label} />
    </Box>
  )
}
