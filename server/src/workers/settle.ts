import { isOutcome, settleJob } from '../domain/jobs/settle-job.ts'
import type { OnSettled } from '../platform/queue/worker-options.ts'

/** Called whenever an attempt ends; only the end of the job itself is told. */
export const onSettled: OnSettled = async (tx, job, end) => {
  if (isOutcome(end)) await settleJob(tx, job, end)
}
