import { createInferenceJob, updateInferenceJob } from '@cresyl/contract/predictors/inference-jobs'
import type { Api } from '../../lib/api/api.ts'
import type { RunOrder } from './run-draft.ts'
import type { MadeRun } from './run-steps.ts'

/** A run as it is asked for: what it runs on, how, and in whose name. */
export interface NewRun extends RunOrder {
  readonly organization_id?: string
  readonly input_image_id: string
}

const state = 'queued' as const

export const createRun = ({ call }: Pick<Api, 'call'>, run: NewRun, idempotencyKey: string) =>
  call(createInferenceJob, { body: { ...run, state } }, { idempotencyKey })

/** Says the state that it was made with again: without a version, since by now it may have begun. */
export const repeatState = ({ call }: Pick<Api, 'call'>, { id }: MadeRun) =>
  call(updateInferenceJob, { params: { id }, body: { state } })
