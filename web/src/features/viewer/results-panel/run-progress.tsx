import type { InferenceJob } from '@cresyl/contract/predictors/inference-jobs'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { formatPercent } from '../../../ui/text/dates.ts'
import { placeSentence } from '../../../ui/text/place-sentence.ts'
import { useMinute } from '../../../ui/text/relative-time.tsx'
import { useQueuePlace, useRunJob } from './queries.ts'
import { timeLeft } from './run-rows.ts'
import { words } from './words.ts'

/** How far a run is, what it does now, and how long it will take; of one that waits, what goes before it. */
export function RunProgress({ run }: { run: InferenceJob }) {
  return run.state === 'queued' ? <Place run={run} /> : <Progress run={run} />
}

function Place({ run }: { run: InferenceJob }) {
  const place = useQueuePlace(run)
  if (place === null) return null
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
      {placeSentence(place)}
    </Typography>
  )
}

function Progress({ run }: { run: InferenceJob }) {
  // Rendered with every progress that arrives; where none does, once a minute.
  useMinute()
  const { data: job } = useRunJob(run)
  // The list of runs tells how far it was when it was asked for.
  const { stage, progress, finishes_at: finishesAt } = job?.state === 'running' ? job : run
  const told = toldOf({ stage, progress, finishesAt }, new Date())
  return (
    <Box sx={{ mt: 2 }}>
      <LinearProgress
        aria-label={words.progress(run.predictor.name)}
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
