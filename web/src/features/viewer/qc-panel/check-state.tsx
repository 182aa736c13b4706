import type { QcJob } from '@cresyl/contract/qc/qc-jobs'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { CircleSlash, ScanSearch } from '../../../ui/frame/icons.ts'
import { type QcLook, qcLooks } from '../../../ui/slide/qc-looks.ts'
import { GatedButton } from '../../../ui/state/gated.tsx'
import { formatPercent } from '../../../ui/text/dates.ts'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { isJudged, isUnderWay } from './checks.ts'
import { Override } from './override.tsx'
import { useCancelCheck, useStartCheck } from './queries.ts'
import { words } from './words.ts'

const own = words.run

/** How the newest check of an image stands, and what can be done about it. */
export function CheckState({ imageId, newest }: { imageId: string; newest: QcJob | undefined }) {
  if (newest === undefined) {
    return (
      <Standing look={{ icon: ScanSearch, tone: 'muted' }} title={own.none} text={own.noneText}>
        <StartButton imageId={imageId} label={own.start} isFirst />
      </Standing>
    )
  }
  if (isUnderWay(newest)) return <UnderWay check={newest} />
  const look = qcLooks[newest.state] ?? { icon: CircleSlash, tone: 'muted' }
  return (
    <Standing look={look} title={titleOf(newest)} text={newest.message || own.cancelledText}>
      <StartButton
        imageId={imageId}
        label={isJudged(newest) ? own.again : newest.state === 'error' ? words.retry : own.start}
        isFirst={!isJudged(newest)}
      />
      <Override check={newest} />
    </Standing>
  )
}

function titleOf({ state }: QcJob): string {
  if (state === 'error') return own.error
  if (state === 'cancelled') return own.cancelled
  return words.verdicts[state as keyof typeof words.verdicts]
}

interface StandingProps {
  look: QcLook
  title: string
  text: string
  children?: ReactNode
}

function Standing({ look: { icon: Icon, tone }, title, text, children }: StandingProps) {
  return (
    <Box role="status" sx={{ px: 4, py: 4 }}>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', color: `tokens.${tone}` }}>
        <Icon size={20} aria-hidden />
        <Typography variant="h2" component="h2">
          {title}
        </Typography>
      </Stack>
      <Typography sx={{ mt: 1, overflowWrap: 'anywhere' }}>{text}</Typography>
      {children && (
        <Stack direction="row" sx={{ mt: 3, gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
          {children}
        </Stack>
      )}
    </Box>
  )
}

interface StartButtonProps {
  imageId: string
  label: string
  /** Whether it is what one would do here. */
  isFirst: boolean
}

function StartButton({ imageId, label, isFirst }: StartButtonProps) {
  const mayCheck = usePermission('create:qc_jobs')
  const start = useStartCheck()
  return (
    <GatedButton
      size="small"
      variant={isFirst ? 'contained' : 'outlined'}
      reason={mayCheck ? undefined : permissionReason('create:qc_jobs', own.deed)}
      loading={start.isPending}
      onClick={() => start.mutate(imageId)}
    >
      {label}
    </GatedButton>
  )
}

const textOf = (progress: number | null) =>
  progress === null ? own.starting : own.percent(formatPercent(progress))

function UnderWay({ check }: { check: QcJob }) {
  const { state, progress, job_id: jobId } = check
  const mayCancel = usePermission('create:qc_jobs')
  const cancel = useCancelCheck()
  const isRunning = state === 'running'
  // Until what is shown has been asked for again it is on its way to be cancelled.
  const isCancelling = cancel.isPending || cancel.isSuccess
  const look = qcLooks[state] ?? qcLooks.running
  return (
    <Standing
      look={look}
      title={isRunning ? own.running : own.queued}
      text={isRunning ? textOf(progress) : own.queuedText}
    >
      <LinearProgress
        aria-label={own.progress}
        {...(isRunning && progress !== null && { variant: 'determinate', value: Math.floor(100 * progress) })}
        sx={{ flexBasis: '100%', height: 6, mb: 1, borderRadius: 3, bgcolor: 'tokens.accent' }}
      />
      {jobId !== null && (
        <GatedButton
          size="small"
          variant="outlined"
          reason={
            mayCancel
              ? isCancelling
                ? own.cancelling
                : undefined
              : permissionReason('create:qc_jobs', own.deed)
          }
          onClick={() => cancel.mutate(jobId)}
        >
          {isCancelling ? own.cancelling : own.cancel}
        </GatedButton>
      )}
    </Standing>
  )
}
