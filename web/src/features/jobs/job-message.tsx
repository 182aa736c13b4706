import type { Job } from '@cresyl/contract/operations/jobs'
import Typography from '@mui/material/Typography'

/** What came of it, or why it waits. */
export function JobMessage({ job: { message } }: { job: Job }) {
  if (message === null) return null
  return (
    <Typography dir="auto" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      {message}
    </Typography>
  )
}
