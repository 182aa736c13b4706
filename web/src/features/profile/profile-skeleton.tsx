import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { words } from './words.ts'

export function ProfileSkeleton() {
  return (
    <Stack role="status" aria-label={words.loading} sx={{ gap: 4 }}>
      <Skeleton width={120} height={24} />
      <Stack direction="row" sx={{ gap: 4, alignItems: 'center' }}>
        <Skeleton variant="circular" width={72} height={72} />
        <Skeleton width={200} />
      </Stack>
      <Skeleton variant="rounded" height={56} />
      <Skeleton variant="rounded" height={56} />
      <Skeleton width={160} height={24} sx={{ mt: 4 }} />
      <Skeleton variant="rounded" height={40} />
      <Skeleton variant="rounded" height={56} />
    </Stack>
  )
}
