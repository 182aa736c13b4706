import type { Job } from '@cresyl/contract/jobs'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { GatedButton } from '../../ui/gated.tsx'
import { CircleSlash, RotateCcw } from '../../ui/icons.ts'
import { asksBeforeCancel, isActive } from './job-state.ts'
import { useCancelJob, useRetryJob } from './mutations.ts'
import { useStartReason } from './use-start-reason.ts'
import { words } from './words.ts'

// Beside the job, not louder than it.
const calm = { flexShrink: 0, borderColor: 'tokens.outline' } as const

/** What can be done with a job now: cancelled while it is under way, tried again once it has failed. */
export function JobActions({ job }: { job: Job }) {
  if (isActive(job.state)) return <CancelButton job={job} />
  return job.state !== 'succeeded' && <RetryButton job={job} />
}

function CancelButton({ job }: { job: Job }) {
  const [asking, setAsking] = useState(false)
  const cancel = useCancelJob()
  const reasonFor = useStartReason()
  const reason = job.cancelling ? words.cancel.already : reasonFor(job.kind, words.cancel.deed)
  return (
    <>
      <GatedButton
        size="small"
        variant="outlined"
        color="inherit"
        sx={calm}
        startIcon={<CircleSlash size={16} aria-hidden />}
        aria-label={words.cancel.of(job.kind)}
        reason={reason}
        onClick={() => (asksBeforeCancel(job, new Date()) ? setAsking(true) : cancel.mutate(job))}
      >
        {words.cancel.action}
      </GatedButton>
      {asking && (
        <CancelDialog
          job={job}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            cancel.mutate(job)
          }}
        />
      )}
    </>
  )
}

interface CancelDialogProps {
  job: Job
  onConfirm: () => void
  onClose: () => void
}

function CancelDialog({ job, ...rest }: CancelDialogProps) {
  const batch = job.children !== null
  return (
    <ConfirmDialog
      title={batch ? words.cancel.batchTitle : words.cancel.title}
      confirmLabel={batch ? words.cancel.confirmBatch : words.cancel.confirm}
      cancelLabel={words.cancel.keep}
      {...rest}
    >
      <strong>{words.labelOf(job.kind)}</strong>: {batch ? words.cancel.batchText : words.cancel.text}
    </ConfirmDialog>
  )
}

function RetryButton({ job }: { job: Job }) {
  const retry = useRetryJob()
  const reasonFor = useStartReason()
  return (
    <GatedButton
      size="small"
      variant="outlined"
      color="inherit"
      sx={calm}
      startIcon={<RotateCcw size={16} aria-hidden />}
      aria-label={words.retry.of(job.kind)}
      reason={reasonFor(job.kind, words.retry.deed)}
      loading={retry.isPending}
      onClick={() => retry.mutate(job)}
    >
      {words.retry.action}
    </GatedButton>
  )
}
