import { type Job, jobHash } from '@cresyl/contract/jobs'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { GatedButton } from '../../../ui/gated.tsx'
import { CircleCheck, CircleSlash, Loader, TriangleAlert } from '../../../ui/icons.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { permissionReason } from '../../../ui/permission-reason.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { isMissing } from '../queries.ts'
import { words } from '../words.ts'
import { useCancelBatch, useChecks } from './queries.ts'
import { StripDismiss, StripFrame, StripIcon } from './strip-frame.tsx'

const own = words.check

/** Quality checks of many slides that were begun here: how far they are, and that they are done. */
export function CheckStrip({ jobId, onDismiss }: { jobId: string; onDismiss: () => void }) {
  const { data: job, error } = useChecks(jobId)
  const isGone = job === undefined && isMissing(error)
  const forget = useEffectEvent(onDismiss)
  useEffect(() => {
    if (isGone) forget()
  }, [isGone])
  useEndToast(job)
  if (!job) return null
  return job.finished_at === null ? <Running job={job} /> : <Ended job={job} onDismiss={onDismiss} />
}

/** Whoever saw them begin is told when they are over. */
function useEndToast(job: Job | undefined): void {
  const wasRunning = useRef(false)
  const tell = useEffectEvent(
    () => job && showToast(outcomeOf(job), job.state === 'succeeded' ? 'success' : 'warning'),
  )
  const state = job && (job.finished_at === null ? 'running' : 'over')
  useEffect(() => {
    if (state === 'over' && wasRunning.current) tell()
    wasRunning.current = state === 'running'
  }, [state])
}

function outcomeOf({ state, message }: Job): string {
  if (state === 'cancelled') return own.cancelled
  return message || (state === 'failed' ? own.failed : own.done)
}

function Running({ job }: { job: Job }) {
  const cancel = useCancelBatch()
  const mayCheck = usePermission('create:qc_jobs')
  const isCancelling = job.cancelling || cancel.isPending
  const { total, succeeded, failed, cancelled } = job.children ?? {
    total: 0,
    succeeded: 0,
    failed: 0,
    cancelled: 0,
  }
  const done = succeeded + failed + cancelled
  return (
    <StripFrame>
      <StripIcon>
        <Loader size={20} aria-hidden />
      </StripIcon>
      <Box sx={{ flex: 1, minWidth: 160 }}>
        <Typography>
          {own.running} · {total === 0 ? own.beginning : own.progress(done, total)}
        </Typography>
        <LinearProgress
          aria-label={own.running}
          {...(total > 0 && { variant: 'determinate', value: Math.floor((100 * done) / total) })}
          sx={{ mt: 1, height: 6, borderRadius: 3, bgcolor: 'tokens.accent' }}
        />
      </Box>
      <GatedButton
        size="small"
        reason={
          mayCheck
            ? isCancelling
              ? words.batch.cancelling
              : undefined
            : permissionReason('create:qc_jobs', words.actions.deeds.check)
        }
        onClick={() => cancel.mutate(job)}
      >
        {isCancelling ? words.batch.cancelling : words.batch.cancel}
      </GatedButton>
    </StripFrame>
  )
}

const ends = {
  succeeded: { tone: 'pass', icon: CircleCheck },
  cancelled: { tone: 'muted', icon: CircleSlash },
} as const

function Ended({ job, onDismiss }: { job: Job; onDismiss: () => void }) {
  const { search } = useLocation()
  const isWell = job.state === 'succeeded' || job.state === 'cancelled'
  const { tone, icon: Icon } = isWell
    ? ends[job.state as keyof typeof ends]
    : ({ tone: 'warn', icon: TriangleAlert } as const)
  return (
    <StripFrame>
      <StripIcon tone={tone}>
        <Icon size={20} aria-hidden />
      </StripIcon>
      <Typography role="status" sx={{ flex: '1 1 200px', overflowWrap: 'anywhere' }}>
        {outcomeOf(job)}
      </Typography>
      <LinkButton size="small" to={{ search, hash: jobHash(job.id) }} preventScrollReset>
        {own.details}
      </LinkButton>
      <StripDismiss onClick={onDismiss} />
    </StripFrame>
  )
}
