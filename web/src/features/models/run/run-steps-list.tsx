import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { RunProgress, RunStep } from '../../../engine/runs/run-steps.ts'
import { CircleCheck, CircleDashed, CircleX, Loader } from '../../../ui/frame/icons.ts'
import { VisuallyHidden } from '../../../ui/frame/visually-hidden.tsx'
import { words } from './words.ts'

const own = words.steps

type Standing = 'done' | 'running' | 'failed' | 'waiting'

const looks = {
  done: { icon: CircleCheck, tone: 'pass' },
  running: { icon: Loader, tone: 'info' },
  failed: { icon: CircleX, tone: 'fail' },
  waiting: { icon: CircleDashed, tone: 'muted' },
} as const satisfies Record<Standing, unknown>

/** How far the steps are, and what went wrong with the one that failed. */
export function RunStepsList({ progress }: { progress: RunProgress }) {
  const { steps, failure } = progress
  return (
    <Box role="status" sx={{ mt: 4 }}>
      {failure !== null && (
        <Alert severity="error" sx={{ mb: 3, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {failure}
        </Alert>
      )}
      <Box
        component="ol"
        aria-label={own.label}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}
      >
        {steps.map((step) => {
          const standing = standingOf(step, progress)
          const { icon: Icon, tone } = looks[standing]
          return (
            <Box component="li" key={step} sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
              <Box component="span" sx={{ display: 'flex', color: `tokens.${tone}` }}>
                <Icon size={16} aria-hidden />
              </Box>
              {own.names[step]}
              <VisuallyHidden>: {own[standing]}</VisuallyHidden>
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}

export function standingOf(step: RunStep, { steps, next, isRunning, failure }: RunProgress): Standing {
  const at = next === null ? steps.length : steps.indexOf(next)
  const place = steps.indexOf(step)
  if (place < at) return 'done'
  if (place > at) return 'waiting'
  if (failure !== null) return 'failed'
  return isRunning ? 'running' : 'waiting'
}
