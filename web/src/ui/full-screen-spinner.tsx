import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'

/** For whole pages only; content has skeletons. */
export function FullScreenSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <Box role="status" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center' }}>
      <CircularProgress aria-label={label} />
    </Box>
  )
}
