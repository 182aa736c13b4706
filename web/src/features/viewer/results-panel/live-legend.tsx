import type { InferenceJob } from '@cresyl/contract/predictors/inference-jobs'
import Box from '@mui/material/Box'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { X } from '../../../ui/frame/icons.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { floating } from '../bar/floating.ts'
import { liveOutputOf } from './live-run.ts'
import { useRun, useRunChunks } from './queries.ts'
import { Swatch } from './result-legend.tsx'
import { useResultsDesk } from './results-desk.tsx'
import { RunProgress } from './run-progress.tsx'
import { useLiveRun } from './use-live-run.ts'
import { VirtualBadge } from './virtual-badge.tsx'
import { words } from './words.ts'

const own = words.live

/** Over the picture: what is being made of it and lies over it as far as it is done. */
export function LiveLegend({ view, slideId }: { view: SlideView; slideId: string }) {
  const run = useLiveRun(slideId, view.image.id)
  const { shownOn } = useResultsDesk()
  return run && shownOn(view).length === 0 && <Legend run={run} />
}

function Legend({ run }: { run: InferenceJob }) {
  const { setHidden } = useResultsDesk()
  const isRunning = run.state === 'running'
  const { data: whole } = useRun(run.id)
  const { data: told } = useRunChunks(run.id, isRunning)
  const output = whole && liveOutputOf(whole.manifest)
  if (!output || !told) return null
  const parts = told.chunks.finished.length
  const classes = 'classes' in output ? output.classes : []
  return (
    <Box
      role="group"
      aria-label={own.legend(run.predictor.name)}
      sx={{ ...floating, width: 264, maxWidth: '100%', px: 2.5, py: 1.5, typography: 'body2' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 24 }}>
        <Box component="bdi" sx={{ flex: 1, minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
          {output.label}
        </Box>
        {output.kind === 'image' && output.virtual && <VirtualBadge />}
        <BarButton label={own.hide} icon={X} size={24} onClick={() => setHidden(run.id, true)} />
      </Box>
      {classes.map(({ key, label, color }) => (
        <Box key={key} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Swatch color={color} />
          {label}
        </Box>
      ))}
      {isRunning && <RunProgress run={run} />}
      <Box data-live-parts={parts} sx={{ color: 'text.secondary' }}>
        {isRunning ? (parts === 0 ? own.none : own.parts(parts)) : own.done}
      </Box>
    </Box>
  )
}
