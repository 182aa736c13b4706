import { type Job, jobHash } from '@cresyl/contract/operations/jobs'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { CircleCheck, CircleSlash, Loader, TriangleAlert } from '../../../ui/frame/icons.ts'
import { LinkButton } from '../../../ui/frame/link-button.tsx'
import { GatedButton } from '../../../ui/state/gated.tsx'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { isMissing } from '../queries.ts'
import { words } from '../words.ts'
import type { FollowedKind } from './batch-news.ts'
import { useCancelBatch, useChecks } from './queries.ts'
import { StripDismiss, StripFrame, StripIcon } from './strip-frame.tsx'

/** What is said of each, and who may begin and cancel it. */
const kinds = {
  checks: { own: words.check, permission: 'create:qc_jobs', deed: words.actions.deeds.check },
  runs: { own: words.run, permission: 'create:inference_jobs', deed: words.actions.deeds.run },
} as const satisfies Record<FollowedKind, unknown>

interface CheckStripProps {
  kind: FollowedKind
  jobId: string
  onDismiss: () => void
}

/** Quality checks or runs on many slides that were begun here: how far they are, and that they are done. */
export function CheckStrip({ kind, jobId, onDismiss }: CheckStripProps) {
  const { data: job, error } = useChecks(jobId)
  const isGone = job === undefined && isMissing(error)
  const forget = useEffectEvent(onDismiss)
  useEffect(() => {
    if (isGone) forget()
  }, [isGone])
  useEndToast(job, kind)
  if (!job) return null
  return job.finished_at === null ? (
    <Running job={job} kind={kind} />
  ) : (
    <Ended job={job} kind={kind} onDismiss={onDismiss} />
  )
}

/** Whoever saw them begin is told when they are over. */
function useEndToast(job: Job | undefined, kind: FollowedKind): void {
  const wasRunning = useRef(false)
  const tell = useEffectEvent(
    () => job && showToast(outcomeOf(job, kind), job.state === 'succeeded' ? 'success' : 'warning'),
  )
  const state = job && (job.finished_at === null ? 'running' : 'over')
  useEffect(() => {
    if (state === 'over' && wasRunning.current) tell()
    wasRunning.current = state === 'running'
  }, [state])
}

function outcomeOf({ state, message }: Job, kind: FollowedKind): string {
  const { own } = kinds[kind]
  if (state === 'cancelled') return own.cancelled
  return message || (state === 'failed' ? own.failed : own.done)
}

function Running({ job, kind }: { job: Job; kind: FollowedKind }) {
  const { own, permission, deed } = kinds[kind]
  const cancel = useCancelBatch()
  const mayCancel = usePermission(permission)
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
          mayCancel ? (isCancelling ? words.batch.cancelling : undefined) : permissionReason(permission, deed)
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

function Ended({ job, kind, onDismiss }: { job: Job; kind: FollowedKind; onDismiss: () => void }) {
  const { own } = kinds[kind]
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
        {outcomeOf(job, kind)}
      </Typography>
      <LinkButton size="small" to={{ search, hash: jobHash(job.id) }} preventScrollReset>
        {own.details}
      </LinkButton>
      <StripDismiss onClick={onDismiss} />
    </StripFrame>
  )
}
