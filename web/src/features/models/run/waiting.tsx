import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { words } from './words.ts'

const own = words.dialog

/** What can be run on the slide could not be found out. */
export function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Alert
      severity="error"
      action={
        <Button size="small" color="inherit" onClick={onRetry}>
          {own.retry}
        </Button>
      }
    >
      {own.failed} {error.message}
    </Alert>
  )
}

export function Loading() {
  return (
    <Box role="status" aria-label={own.loading} sx={{ pt: 2, display: 'grid', gap: 3 }}>
      <Skeleton variant="rounded" height={56} />
      <Skeleton variant="rounded" height={80} />
    </Box>
  )
}
