import type { ErrorCode } from '@cresyl/contract/api/errors'
import type { InferenceJob } from '@cresyl/contract/predictors/inference-jobs'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { createRun, repeatState } from '../../../engine/runs/run-calls.ts'
import { orderAgain } from '../../../engine/runs/run-draft.ts'
import { goOn, notBegun, type RunProgress, runOnly } from '../../../engine/runs/run-steps.ts'
import { CallError } from '../../../lib/api/call-error.ts'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useOrganizationField } from '../../../lib/organization/current-organization.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { words } from './words.ts'

/** What can't be run as it was, but may be once somebody has looked at it: overridden, or set otherwise. */
const explained: readonly (ErrorCode | 'unreachable' | null)[] = [
  'qc_blocks',
  'does_not_fit',
  'disabled',
  'invalid_input',
]

/**
 * Makes a run once more as it was made, without a question: created, then told its state again. What stopped between
 * the two goes on with the next click; what is refused is handed to whoever can explain it.
 */
export function useRunAgain(run: InferenceJob, onRefused: () => void) {
  const api = useApi()
  const client = useQueryClient()
  const organization = useOrganizationField()
  const [progress, setProgress] = useState<RunProgress | null>(null)
  // The same until one was made of it: a click after that is another run.
  const key = useRef<string | null>(null)

  async function start() {
    let refusal: unknown
    key.current ??= crypto.randomUUID()
    const wanted = { ...organization(), input_image_id: run.input_image_id, ...orderAgain(run) }
    const calls = {
      override: () => Promise.resolve(),
      create: async () => {
        try {
          return await createRun(api, wanted, key.current ?? '')
        } catch (error) {
          refusal = error
          throw error
        }
      },
      state: (made: { id: string }) => repeatState(api, made),
    }
    const end = await goOn(progress ?? notBegun(runOnly), calls, setProgress)
    if (end.failure === null) {
      key.current = null
      setProgress(null)
      showToast(words.startedAgain(run.predictor.name))
    } else {
      showToast(end.failure, 'error')
      if (refusal instanceof CallError && explained.includes(refusal.code)) onRefused()
    }
    await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })))
  }

  return { start: () => void start(), isRunning: progress?.isRunning ?? false }
}

const changed = [liveKeys.inference_jobs, liveKeys.jobs, liveKeys.slides, liveKeys.qc_jobs]
