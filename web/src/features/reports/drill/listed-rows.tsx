import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { Link as RouterLink } from 'react-router'
import { ListSkeleton } from '../../../ui/list/list-skeleton.tsx'
import { SlideThumbnail } from '../../../ui/slide/slide-thumbnail.tsx'
import { ErrorState } from '../../../ui/state/error-state.tsx'
import { formatNumber } from '../../../ui/text/dates.ts'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { words } from '../words.ts'
import type { ListQuestion } from './list-of.ts'
import type { Listed } from './listed.ts'
import { useListed } from './queries.ts'

const own = words.list
const rowHeight = 64
/** So many rows before the last one that is known, the next ones are asked for. */
const ahead = 10

interface ListedRowsProps {
  question: ListQuestion
  /** As many as the chart says. */
  expected: number
}

/** Every row behind a part of a chart: only those that are seen are there. */
export function ListedRows({ question, expected }: ListedRowsProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useListed(question)
  const box = useRef<HTMLDivElement>(null)
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 4,
  })
  const items = virtual.getVirtualItems()
  const lastSeen = items.at(-1)?.index ?? 0
  const wantsMore = hasNextPage && !isFetchingNextPage && lastSeen >= rows.length - ahead
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])

  if (data === undefined) {
    return (
      <Box sx={{ p: 4 }}>
        {error ? (
          <ErrorState title={own.failedTitle} message={error.message} onRetry={() => void refetch()} />
        ) : (
          <ListSkeleton label={own.loading} />
        )}
      </Box>
    )
  }
  const count = data.pages[0]?.count ?? 0
  return (
    <>
      <Typography role="status" color="textSecondary" sx={{ px: 4, pb: 3 }}>
        {own.listed[question.kind](count)}
      </Typography>
      {count !== expected && (
        <Alert severity="info" variant="outlined" sx={{ mx: 4, mb: 3 }}>
          {own.counts(formatNumber(expected), formatNumber(count))}
        </Alert>
      )}
      <Box ref={box} sx={{ flex: 1, minHeight: 0, overflowY: 'auto', borderTop: 1, borderColor: 'divider' }}>
        <Box
          component="ul"
          sx={{ position: 'relative', m: 0, p: 0, listStyle: 'none' }}
          style={{ height: virtual.getTotalSize() }}
        >
          {items.map(({ index, start }) => {
            const row = rows[index]
            return (
              row && (
                <Box
                  component="li"
                  key={row.id}
                  aria-posinset={index + 1}
                  aria-setsize={count}
                  sx={{ position: 'absolute', insetInline: 0, height: rowHeight }}
                  style={{ top: start }}
                >
                  <ListedRow row={row} />
                </Box>
              )
            )
          })}
        </Box>
      </Box>
    </>
  )
}

function ListedRow({ row }: { row: Listed }) {
  const { title, details, time, address } = row
  const shown = title ?? own.noSlide
  return (
    <Stack
      direction="row"
      sx={{
        position: 'relative',
        height: '100%',
        px: 4,
        gap: 3,
        alignItems: 'center',
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
        ...(address !== null && { '&:hover': { bgcolor: 'tokens.accent' } }),
      }}
    >
      <SlideThumbnail imageId={row.imageId} alt="" width={44} height={44} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography noWrap component="div">
          {address === null ? (
            shown
          ) : (
            <Link component={RouterLink} to={address} color="textPrimary" sx={wholeRow}>
              {shown}
            </Link>
          )}
        </Typography>
        <Typography variant="body2" color="textSecondary" noWrap>
          {details.join(' · ')}
        </Typography>
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ flexShrink: 0 }}>
        <RelativeTime time={time} />
      </Typography>
    </Stack>
  )
}

/** The link is the whole row. */
const wholeRow = { fontWeight: 600, '&::after': { content: '""', position: 'absolute', inset: 0 } } as const
