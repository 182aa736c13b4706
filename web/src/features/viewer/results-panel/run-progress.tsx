import type { InferenceJob } from '@cresyl/contract/inference-jobs'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import { formatPercent } from '../../../ui/dates.ts'
import { useMinute } from '../../../ui/relative-time.tsx'
import { useRunJob } from './queries.ts'
import { timeLeft } from './run-rows.ts'
import { words } from './words.ts'

/** How far a run is, what it does now, and how long it will take. */
export function RunProgress({ run }: { run: InferenceJob }) {
  // Rendered with every progress that arrives; where none does, once a minute.
  useMinute()
  const { data: job } = useRunJob(run)
  const { state, predictor } = run
  if (state === 'queued') return null
  // The list of runs tells how far it was when it was asked for.
  const { stage, progress, finishes_at: finishesAt } = job?.state === 'running' ? job : run
  const told = toldOf({ stage, progress, finishesAt }, new Date())
  return (
    <Box sx={{ mt: 2 }}>
      <LinearProgress
        aria-label={words.progress(predictor.name)}
        {...(progress !== null && { variant: 'determinate', value: Math.floor(100 * progress) })}
        sx={{ height: 6, borderRadius: 3, bgcolor: 'tokens.accent' }}
      />
      <Box sx={{ mt: 1, typography: 'body2', color: 'text.secondary' }}>{told}</Box>
    </Box>
  )
}

interface Told {
  stage: string | null
  progress: number | null
  finishesAt: string | null
}

/** "Computing · 43 % · about 2 min left", as far as that is known. */
const toldOf = ({ stage, progress, finishesAt }: Told, now: Date): string =>
  [stage, progress === null ? null : formatPercent(progress), timeLeft(finishesAt, now)]
    .filter((part) => part !== null)
    .join(' · ')
