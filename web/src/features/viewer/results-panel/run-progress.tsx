import type { InferenceJob } from '@cresyl/contract/inference-jobs'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import { formatPercent } from '../../../ui/dates.ts'
import { useMinute } from '../../../ui/relative-time.tsx'
import { timeLeft } from './run-rows.ts'
import { words } from './words.ts'

/** How far a run is, what it does now, and how long it will take. */
export function RunProgress({ run }: { run: InferenceJob }) {
  // Rendered with every progress that arrives; where none does, once a minute.
  useMinute()
  const { state, stage, progress, finishes_at: finishesAt, predictor } = run
  if (state === 'queued') return null
  const told = [stage, progress === null ? null : formatPercent(progress), timeLeft(finishesAt, new Date())]
  return (
    <Box sx={{ mt: 2 }}>
      <LinearProgress
        aria-label={words.progress(predictor.name)}
        {...(progress !== null && { variant: 'determinate', value: Math.floor(100 * progress) })}
        sx={{ height: 6, borderRadius: 3, bgcolor: 'tokens.accent' }}
      />
      <Box sx={{ mt: 1, typography: 'body2', color: 'text.secondary' }}>
        {told.filter((part) => part !== null).join(' · ')}
      </Box>
    </Box>
  )
}
