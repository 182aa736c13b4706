import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { words } from './words.ts'

const rows = Array.from({ length: 8 }, (_, index) => index)

/** Rows of the size of the real ones, so that nothing jumps when they arrive. */
export function ProjectListSkeleton({ narrow }: { narrow: boolean }) {
  return (
    <Box
      role="status"
      aria-label={words.list.loading}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}
    >
      {!narrow && <Box sx={{ height: 44, borderBottom: 1, borderColor: 'divider' }} />}
      {rows.map((row) => (
        <Stack
          key={row}
          direction="row"
          sx={{
            gap: 6,
            px: 3,
            height: narrow ? 80 : 55,
            alignItems: 'center',
            '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
          }}
        >
          <Box sx={{ flex: 1 }}>
            <Skeleton width={`${40 + ((row * 13) % 35)}%`} />
            <Skeleton width={`${25 + ((row * 17) % 30)}%`} />
          </Box>
          {!narrow && <Skeleton width={120} />}
          {!narrow && <Skeleton width={90} />}
        </Stack>
      ))}
    </Box>
  )
}
