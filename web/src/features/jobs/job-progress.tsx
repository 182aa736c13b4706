import type { Job } from '@cresyl/contract/operations/jobs'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { formatPercent } from '../../ui/text/dates.ts'
import { useMinute } from '../../ui/text/relative-time.tsx'
import { timeLeft } from './time-left.ts'
import { words } from './words.ts'

/** How far a running job is, what it does now, and how long it will take. */
export function JobProgress({ job: { kind, stage, progress, finishes_at } }: { job: Job }) {
  // Rendered with every progress that arrives; where none does, once a minute.
  useMinute()
  const left = timeLeft(finishes_at, new Date())
  return (
    <div>
      <Stack direction="row" sx={{ gap: 3, alignItems: 'center' }}>
        <LinearProgress
          aria-label={words.progressOf(kind)}
          {...(progress === null ? {} : { variant: 'determinate', value: Math.floor(progress * 100) })}
          sx={{ flex: 1, height: 6, borderRadius: 3, bgcolor: 'tokens.accent' }}
        />
        {progress !== null && (
          <Typography
            component="span"
            variant="body2"
            sx={{ minWidth: 40, textAlign: 'right', fontWeight: 600 }}
          >
            {formatPercent(progress)}
          </Typography>
        )}
      </Stack>
      {(stage !== null || left !== null) && (
        <Stack
          direction="row"
          sx={{ mt: 1, columnGap: 3, flexWrap: 'wrap', justifyContent: 'space-between' }}
        >
          <Typography component="span" variant="body2" color="textSecondary" dir="auto">
            {stage}
          </Typography>
          <Typography component="span" variant="body2" color="textSecondary">
            {left}
          </Typography>
        </Stack>
      )}
    </div>
  )
}
