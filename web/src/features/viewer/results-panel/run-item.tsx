import type { JobState } from '@cresyl/contract/operations/jobs'
import type { InferenceJob } from '@cresyl/contract/predictors/inference-jobs'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { LucideIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { CircleCheck, CircleSlash, CircleX, Clock, Layers, Loader } from '../../../ui/frame/icons.ts'
import { OverriddenBadge } from '../../../ui/slide/overridden-badge.tsx'
import { StateChip, type StateTone } from '../../../ui/state/state-chip.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { ScaleNote } from '../panel/scale-note.tsx'
import { CompareButton } from './compare/compare-button.tsx'
import { useRun } from './queries.ts'
import { useResultsDesk } from './results-desk.tsx'
import { RunActions } from './run-actions.tsx'
import { RunOrigin } from './run-origin.tsx'
import { RunOutputs } from './run-outputs.tsx'
import { RunProgress } from './run-progress.tsx'
import { isUnderWay } from './run-rows.ts'
import { words } from './words.ts'

const looks = {
  queued: { icon: Clock, tone: 'muted' },
  running: { icon: Loader, tone: 'info' },
  succeeded: { icon: CircleCheck, tone: 'pass' },
  failed: { icon: CircleX, tone: 'fail' },
  cancelled: { icon: CircleSlash, tone: 'muted' },
} as const satisfies Record<JobState, { icon: LucideIcon; tone: StateTone }>

interface RunItemProps {
  run: InferenceJob
  /** Earlier runs of the same predictor, to compare it with. */
  earlier: readonly InferenceJob[]
  seenImageId: string
  onOpen: (imageId: string) => void
  onBeside: (imageId: string) => void
  /** Asks how it is to be made anew. */
  onAsk: () => void
  /** Two images are compared in the viewer. */
  onStack: () => void
}

/** One run: how it stands, what came of it, and where that comes from. */
export function RunItem(props: RunItemProps) {
  const { run, earlier, seenImageId, onOpen, onBeside, onAsk, onStack } = props
  const titleId = useId()
  const [showsOrigin, setShowsOrigin] = useState(false)
  const isDone = run.state === 'succeeded'
  const whole = useRun(isDone ? run.id : undefined)
  return (
    <Box
      component="li"
      aria-labelledby={titleId}
      sx={{ px: 4, py: 3, '& + &': { borderTop: 1, borderColor: 'divider' } }}
    >
      <Stack direction="row" sx={{ gap: 2, alignItems: 'flex-start', justifyContent: 'space-between' }}>
        <Box sx={{ minWidth: 0 }}>
          <Typography id={titleId} sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {run.predictor.name}{' '}
            <Box component="span" sx={{ typography: 'caption', color: 'text.secondary' }}>
              {run.predictor.version}
            </Box>
          </Typography>
          <Typography variant="caption" color="textSecondary" component="div">
            <RelativeTime time={run.finished_at ?? run.created_at} />
            {run.region && ` · ${words.ofRegion}: ${words.ofRegionSize(run.region.width, run.region.height)}`}
          </Typography>
        </Box>
        <StateChip {...looks[run.state]} label={words.statesOf(run)} />
      </Stack>
      {run.qc_overridden && (
        <Box sx={{ mt: 1 }}>
          <OverriddenBadge by={run.qc_overridden_by} />
        </Box>
      )}
      {isUnderWay(run) && <RunProgress run={run} />}
      {/* Of one that is done its results say the same. */}
      {run.message !== '' && !isDone && (
        <Typography
          variant="body2"
          sx={{
            mt: 1,
            overflowWrap: 'anywhere',
            color: run.state === 'failed' ? 'tokens.fail' : 'text.secondary',
          }}
        >
          {run.message}
        </Typography>
      )}
      <ScaleNote made={run.made_scale} remedy={words.scaleRemedy} />
      {whole.data && (
        <RunOutputs run={whole.data} seenImageId={seenImageId} onOpen={onOpen} onBeside={onBeside} />
      )}
      <Stack direction="row" sx={{ mt: 2, gap: 2, flexWrap: 'wrap' }}>
        {run.state === 'running' && seenImageId === run.input_image_id && <ShownLive runId={run.id} />}
        <RunActions run={run} onAsk={onAsk} />
        {isDone && (
          <CompareButton run={run} earlier={earlier} onOpen={onOpen} onBeside={onBeside} onStack={onStack} />
        )}
        {isDone && (
          <Button size="small" aria-expanded={showsOrigin} onClick={() => setShowsOrigin(!showsOrigin)}>
            {showsOrigin ? words.why.hide : words.why.show}
          </Button>
        )}
      </Stack>
      {showsOrigin && <RunOrigin id={run.id} />}
    </Box>
  )
}

/** Whether it lies over the slide as far as it is done. */
function ShownLive({ runId }: { runId: string }) {
  const { hidden, setHidden } = useResultsDesk()
  const isShown = !hidden.has(runId)
  return (
    <Button
      size="small"
      variant={isShown ? 'contained' : 'outlined'}
      aria-pressed={isShown}
      startIcon={<Layers size={14} aria-hidden />}
      onClick={() => setHidden(runId, isShown)}
    >
      {isShown ? words.live.shown : words.live.show}
    </Button>
  )
}
