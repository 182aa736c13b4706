import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { UploadTotals } from '../../../engine/uploads/upload.ts'
import { isAllPaused, startedOf } from '../../../engine/uploads/upload-totals.ts'
import { CircleX, TriangleAlert } from '../../../ui/frame/icons.ts'
import { StateChip } from '../../../ui/state/state-chip.tsx'
import { formatSpeed, formatTimeLeft } from '../../../ui/text/amounts.ts'
import { formatPercent } from '../../../ui/text/dates.ts'
import { words } from '../words.ts'
import { QueueButtons } from './queue-buttons.tsx'

interface QueueSummaryProps {
  totals: UploadTotals
  /** How many of what was uploaded could not be read. */
  unreadable: number
  titleId: string
}

/** All uploads of this tab in one row. */
export function QueueSummary({ totals, unreadable, titleId }: QueueSummaryProps) {
  const { counts, bytes, bytesSent, bytesFailed, disconnected } = totals
  const part = bytes === 0 ? 0 : bytesSent / bytes
  return (
    <Stack sx={{ gap: 3, p: { xs: 4, sm: 5 } }}>
      <Stack direction="row" sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Stack direction="row" sx={{ columnGap: 3, rowGap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
            <Typography variant="h2" id={titleId}>
              {words.summary.files(counts.completed, startedOf(counts))}
            </Typography>
            {counts.failed > 0 && (
              <StateChip icon={CircleX} tone="fail" label={words.summary.failed(counts.failed)} />
            )}
            {unreadable > 0 && (
              <StateChip icon={TriangleAlert} tone="fail" label={words.summary.unreadable(unreadable)} />
            )}
          </Stack>
          <Typography color="textSecondary">{figuresOf(totals).join(' · ')}</Typography>
        </Box>
        <QueueButtons {...counts} paused={totals.paused} busy={totals.busy} />
      </Stack>
      {bytes > 0 && (
        <Stack direction="row" sx={{ gap: 3, alignItems: 'center' }}>
          <LinearProgress
            aria-label={words.summary.progress}
            variant="determinate"
            value={Math.floor(part * 100)}
            sx={({ palette }) => ({
              flex: 1,
              height: 8,
              borderRadius: 4,
              // What failed is the last part of the bar.
              background: `linear-gradient(to left, ${palette.tokens.fail} ${(bytesFailed / bytes) * 100}%, ${palette.tokens.accent} 0)`,
            })}
          />
          <Typography component="span" sx={{ minWidth: 44, textAlign: 'right', fontWeight: 600 }}>
            {formatPercent(part)}
          </Typography>
        </Stack>
      )}
      {disconnected && (
        <Alert severity="warning" variant="outlined">
          {words.summary.disconnected}
        </Alert>
      )}
    </Stack>
  )
}

function figuresOf(totals: UploadTotals): string[] {
  const { counts, bytes, bytesSent, bytesPerSecond, secondsLeft, busy, disconnected } = totals
  const figures = bytes > 0 ? [words.summary.bytes(bytesSent, bytes)] : []
  if (counts.cancelled > 0) figures.push(words.summary.cancelled(counts.cancelled))
  if (!busy) return figures
  if (isAllPaused(totals)) return [...figures, words.summary.paused]
  if (disconnected || counts.sending === 0 || bytesPerSecond === 0) return figures
  figures.push(formatSpeed(bytesPerSecond))
  if (secondsLeft !== null) figures.push(formatTimeLeft(secondsLeft))
  return figures
}
