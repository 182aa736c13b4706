import { listLimits } from '@cresyl/contract/api/limits'
import Pagination from '@mui/material/Pagination'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { VisuallyHidden } from '../frame/visually-hidden.tsx'
import { formatNumber } from '../text/dates.ts'

interface ListPagingProps {
  count: number
  /** How many of them are on this page. */
  shown: number
  page: number
  found: (count: number) => string
  label?: string
  onPage: (page: number) => void
}

export function ListPaging({ count, shown, page, found, label = 'Pages', onPage }: ListPagingProps) {
  const pages = pageCount(count)
  const first = page * listLimits.defaultLimit
  // Said, not shown, below an empty list: the empty state already shows it.
  const Text = shown === 0 ? VisuallyHidden : Typography
  return (
    <Stack
      direction="row"
      sx={{
        mt: 3,
        minHeight: 36,
        gap: 4,
        alignItems: 'center',
        justifyContent: 'space-between',
        flexWrap: 'wrap',
      }}
    >
      <Text color="textSecondary" role="status">
        {pages > 1 && shown > 0
          ? `${formatNumber(first + 1)}–${formatNumber(first + shown)} of ${formatNumber(count)}`
          : found(count)}
      </Text>
      {pages > 1 && (
        <Pagination
          aria-label={label}
          count={pages}
          page={Math.min(page + 1, pages)}
          onChange={(_, next) => onPage(next - 1)}
          shape="rounded"
          size="small"
        />
      )}
    </Stack>
  )
}

export function pageCount(count: number): number {
  return Math.max(1, Math.ceil(count / listLimits.defaultLimit))
}
