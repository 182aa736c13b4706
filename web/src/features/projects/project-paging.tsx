import { listLimits } from '@cresyl/contract/limits'
import Pagination from '@mui/material/Pagination'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { pageCount } from './list-filter.ts'
import { words } from './words.ts'

interface ProjectPagingProps {
  count: number
  /** How many of them are on this page. */
  shown: number
  page: number
  onPage: (page: number) => void
}

export function ProjectPaging({ count, shown, page, onPage }: ProjectPagingProps) {
  const pages = pageCount(count)
  const first = page * listLimits.defaultLimit
  // Said, not shown, above an empty list: the empty state already shows it.
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
        {pages > 1 && shown > 0 ? words.list.range(first + 1, first + shown, count) : words.list.found(count)}
      </Text>
      {pages > 1 && (
        <Pagination
          aria-label={words.list.pages}
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
