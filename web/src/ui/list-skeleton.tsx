import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'

interface ListSkeletonProps {
  label: string
  rows?: number
}

/** Rows of about the size of the real ones, so that little jumps when they arrive. */
export function ListSkeleton({ label, rows = 6 }: ListSkeletonProps) {
  return (
    <Box
      role="status"
      aria-label={label}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}
    >
      <Box
        sx={{ height: 44, borderBottom: 1, borderColor: 'divider', display: { xs: 'none', md: 'block' } }}
      />
      {Array.from({ length: rows }, (_, row) => (
        <Stack
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
          key={row}
          direction="row"
          sx={{
            gap: 6,
            px: 3,
            height: 52,
            alignItems: 'center',
            '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
          }}
        >
          <Box sx={{ flex: 1 }}>
            <Skeleton width={`${30 + ((row * 13) % 35)}%`} />
          </Box>
          <Skeleton width={110} sx={{ display: { xs: 'none', md: 'block' } }} />
          <Skeleton width={70} />
        </Stack>
      ))}
    </Box>
  )
}
