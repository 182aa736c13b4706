import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'

/** How high a row is, as one of a table and as a card, and whether it has a second line. */
export interface RowShape {
  rows: number
  wide: number
  narrow: number
  lines: 1 | 2
}

const plain: RowShape = { rows: 6, wide: 45, narrow: 60, lines: 1 }

interface ListSkeletonProps {
  label: string
  shape?: Partial<RowShape>
}

/** Rows of the size of the real ones, so that little jumps when they arrive. */
export function ListSkeleton({ label, shape }: ListSkeletonProps) {
  const { rows, wide, narrow, lines } = { ...plain, ...shape }
  return (
    <Box
      role="status"
      aria-label={label}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}
    >
      <Box
        sx={{ height: 45, borderBottom: 1, borderColor: 'divider', display: { xs: 'none', md: 'block' } }}
      />
      {Array.from({ length: rows }, (_, row) => (
        <Stack
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
          key={row}
          direction="row"
          sx={{
            gap: 6,
            px: 3,
            height: { xs: narrow, md: wide },
            alignItems: 'center',
            '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
          }}
        >
          <Box sx={{ flex: 1 }}>
            <Skeleton width={`${30 + ((row * 13) % 35)}%`} />
            {lines === 2 && <Skeleton width={`${25 + ((row * 17) % 30)}%`} />}
          </Box>
          <Skeleton width={110} sx={{ display: { xs: 'none', md: 'block' } }} />
          <Skeleton width={70} sx={{ display: { xs: 'none', md: 'block' } }} />
        </Stack>
      ))}
    </Box>
  )
}
