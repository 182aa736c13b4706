import { type QcJob, updateQcJob } from '@cresyl/contract/qc/qc-jobs'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createRun, repeatState } from '../../../engine/runs/run-calls.ts'
import type { RunOrder } from '../../../engine/runs/run-draft.ts'
import { begunWith, goOn, type RunProgress, type RunStep } from '../../../engine/runs/run-steps.ts'
import { useIdempotencyKey } from '../../../lib/api/idempotency.ts'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useOrganizationField } from '../../../lib/organization/current-organization.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'

/** What the steps need; what was changed after one failed counts when it goes on. */
export interface Wanted {
  readonly imageId: string
  readonly order: RunOrder | null
  readonly override?: { readonly check: QcJob; readonly reason: string }
}

/** Takes the steps of a run one after the other, and goes on where they stopped. */
export function useRunSteps() {
  const api = useApi()
  const client = useQueryClient()
  const keyFor = useIdempotencyKey()
  const organization = useOrganizationField()
  const [progress, setProgress] = useState<RunProgress | null>(null)

  /** Resolves with whether all is done. */
  async function run(steps: readonly RunStep[], { imageId, order, override }: Wanted): Promise<boolean> {
    const end = await goOn(
      begunWith(progress, steps),
      {
        override: async () => {
          if (override === undefined) return
          const { check, reason } = override
          const body = { overridden: true, reason, version: check.version }
          await api.call(updateQcJob, { params: { id: check.id }, body })
        },
        create: () => {
          const run = { ...organization(), input_image_id: imageId, ...asked(order) }
          return createRun(api, run, keyFor(run))
        },
        state: (made) => repeatState(api, made),
      },
      setProgress,
    )
    if (end.failure !== null) showToast(end.failure, 'error')
    await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })))
    return end.next === null
  }

  return { progress, isRunning: progress?.isRunning ?? false, run }
}

const changed = [liveKeys.qc_jobs, liveKeys.slides, liveKeys.inference_jobs, liveKeys.jobs]

/** Nothing is created before it is known what: the form sees to that. */
function asked(order: RunOrder | null): RunOrder {
  if (order === null) throw new Error('There is no run to create.')
  return order
}
