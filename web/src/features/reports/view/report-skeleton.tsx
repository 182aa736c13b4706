import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { words } from '../words.ts'

/** Of the size of the report, so that little jumps when it arrives. */
export function ReportSkeleton() {
  return (
    <Stack role="status" aria-label={words.loading} sx={{ gap: 7 }}>
      <Skeleton variant="rounded" height={40} sx={{ maxWidth: 480 }} />
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))' }}>
        {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => (
          <Skeleton key={key} variant="rounded" height={94} />
        ))}
      </Box>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' } }}>
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} variant="rounded" height={400} />
        ))}
      </Box>
    </Stack>
  )
}
