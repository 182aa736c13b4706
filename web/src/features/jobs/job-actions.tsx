import type { Access } from '@cresyl/contract/api/route'
import { type JobKind, jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import type { Job } from '@cresyl/contract/operations/jobs'
import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useSession, useSessionState } from '../../lib/session/session-context.tsx'
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx'
import { CircleSlash, RotateCcw } from '../../ui/frame/icons.ts'
import { GatedButton } from '../../ui/state/gated.tsx'
import { permissionReason } from '../../ui/text/permission-reason.ts'
import { asksBeforeCancel, isActive } from './job-state.ts'
import { useCancelJob, useRetryJob } from './mutations.ts'
import { words } from './words.ts'

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
      <JobButton
        job={job}
        icon={CircleSlash}
        says={words.cancel}
        reason={reason}
        onClick={() => (asksBeforeCancel(job, new Date()) ? setAsking(true) : cancel.mutate(job))}
      />
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
      <strong>{words.nameOf(job)}</strong>: {batch ? words.cancel.batchText : words.cancel.text}
    </ConfirmDialog>
  )
}

function RetryButton({ job }: { job: Job }) {
  const retry = useRetryJob()
  const reasonFor = useStartReason()
  return (
    <JobButton
      job={job}
      icon={RotateCcw}
      says={words.retry}
      reason={reasonFor(job.kind, words.retry.deed)}
      loading={retry.isPending}
      onClick={() => retry.mutate(job)}
    />
  )
}

interface JobButtonProps extends Pick<ComponentProps<typeof GatedButton>, 'reason' | 'loading' | 'onClick'> {
  job: Job
  icon: LucideIcon
  says: { action: string; of: (kind: JobKind) => string }
}

/** Beside the job, not louder than it. */
function JobButton({ job, icon: Icon, says, ...rest }: JobButtonProps) {
  return (
    <GatedButton
      size="small"
      variant="outlined"
      color="inherit"
      sx={{ flexShrink: 0, borderColor: 'tokens.outline' }}
      startIcon={<Icon size={16} aria-hidden />}
      aria-label={says.of(job.kind)}
      {...rest}
    >
      {says.action}
    </GatedButton>
  )
}

/** Why someone may not start, cancel or retry jobs of a kind; undefined where they may. */
function useStartReason(): (kind: JobKind, deed: string) => string | undefined {
  const session = useSession()
  const state = useSessionState()
  const superadmin = state.status === 'signed-in' && state.superadmin
  const reasonFor = (access: Access, deed: string) => {
    if (access === 'member') return undefined
    if (access === 'superadmin') return superadmin ? undefined : words.superadminOnly(deed)
    return session.can(access) ? undefined : permissionReason(access, deed)
  }
  return (kind, deed) => reasonFor(jobDefinitions[kind].start, deed)
}
