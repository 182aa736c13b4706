import { jobHash } from '@cresyl/contract/operations/jobs'
import type { InferenceJob } from '@cresyl/contract/predictors/inference-jobs'
import { useLocation } from 'react-router'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { RotateCw } from '../../../ui/frame/icons.ts'
import { LinkButton } from '../../../ui/frame/link-button.tsx'
import { GatedButton } from '../../../ui/state/gated.tsx'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { useCancelRun, useRetryRun } from './queries.ts'
import { isUnderWay } from './run-rows.ts'
import { useRunAgain } from './use-run-again.ts'
import { words } from './words.ts'

interface RunActionsProps {
  run: InferenceJob
  /** Asks how it is to be made anew. */
  onAsk: () => void
}

/** What can be done about a run: given up, tried again, made anew. */
export function RunActions({ run, onAsk }: RunActionsProps) {
  const { search } = useLocation()
  const mayRun = usePermission('create:inference_jobs')
  const mayCancel = usePermission('update:inference_jobs')
  const cancel = useCancelRun()
  const retry = useRetryRun()
  const again = useRunAgain(run, onAsk)
  const { job_id: jobId, state } = run
  const refused = mayRun ? undefined : permissionReason('create:inference_jobs', words.runDeed)
  const isResumable = (state === 'failed' || state === 'cancelled') && jobId !== null
  return (
    <>
      {isUnderWay(run) && (
        <GatedButton
          size="small"
          variant="outlined"
          loading={cancel.isPending}
          reason={mayCancel ? undefined : permissionReason('update:inference_jobs', words.runDeed)}
          onClick={() => cancel.mutate(run)}
        >
          {words.cancel}
        </GatedButton>
      )}
      {isResumable && (
        <GatedButton
          size="small"
          variant="outlined"
          title={words.goesOn}
          loading={retry.isPending}
          reason={refused}
          onClick={() => retry.mutate(jobId)}
        >
          {words.tryAgain}
        </GatedButton>
      )}
      {!isUnderWay(run) && (
        <>
          {!isResumable && (
            <GatedButton
              size="small"
              variant="outlined"
              title={words.againHint}
              startIcon={<RotateCw size={14} aria-hidden />}
              loading={again.isRunning}
              reason={refused}
              onClick={again.start}
            >
              {words.again}
            </GatedButton>
          )}
          <GatedButton size="small" reason={refused} onClick={onAsk}>
            {words.changed}
          </GatedButton>
        </>
      )}
      {jobId !== null && state !== 'succeeded' && (
        <LinkButton size="small" to={{ search, hash: jobHash(jobId) }} preventScrollReset>
          {words.log}
        </LinkButton>
      )}
    </>
  )
}
